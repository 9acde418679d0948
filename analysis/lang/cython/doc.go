// Package cython teaches Cython: modules (.pyx), their declarations (.pxd) and what both include (.pxi). No grammar is
// needed: a file is read by its lines and their indentation, which mean in Cython what they mean in Python.
//
// Invariants:
//
//   - Classes, functions and methods of all three kinds (def, cdef, cpdef), structs, enums with their constants, names of
//     types and cdef variables are symbols; what is defined inside a function is none.
//   - What only is declared (a function without a body, what an extern block takes from a header) is marked so.
//   - cimport leads where an import of the name would, by Python's resolver; include goes by the path.
package cython
