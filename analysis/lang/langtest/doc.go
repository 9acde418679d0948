// Package langtest tests languages by data: archives of source files with what is to be read off them.
//
// A language's test calls
//
//	langtest.Facts(t, langs, "testdata/facts")
//	langtest.Resolve(t, langs, "testdata/resolve")
//
// and each txtar archive of the directory becomes a subtest. What is found is rendered as text and
// compared with the archive's file "golden"; go test -update rewrites it. Read what it wrote.
//
// Lines and columns are 1-based in golden files, columns count bytes; paths are sorted. Which language
// a file has is decided by its name alone.
package langtest
