// Package protocol is what goes over the wire: the parameters and answers of the custom requests with
// their checks, how JSON is read and written, file: URIs, and positions in lines and UTF-16 columns. It
// knows types, and nothing of what is done with them; ../EXTENSIONS.md explains every field.
//
// Invariants:
//
//   - Fields may be added; none is renamed or retyped without raising Version. A test holds the page to
//     the types.
//   - Parameters are read leniently (absent, null, {} and [] mean the same; unknown fields are ignored),
//     and what is wrong with a value is a *ParamError that names the field and the value.
//   - Equal values are written as equal bytes.
package protocol
