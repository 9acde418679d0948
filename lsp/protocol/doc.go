// Package protocol is what goes over the wire: the parameters and answers of the custom requests with
// their checks, how JSON is read and written, file: URIs, and positions in lines and UTF-16 columns. It
// knows types, and nothing of what is done with them; ../EXTENSIONS.md explains every field.
//
// What that page, api.d.ts of the VS Code extension and types.lua of the Neovim plugin say of types and
// fields is written by go generate, from the types here and their comments. There "one of:" lists all
// values, and "PackParams are the parameters of context/pack" ties a type to its method. A pointer can be
// null on the wire; with omitzero, the field can be absent instead.
//
// Invariants:
//
//   - Fields may be added; none is renamed or retyped without raising Version. A test holds the page to
//     the types.
//   - Parameters are read leniently (absent, null, {} and [] mean the same; unknown fields are ignored),
//     and what is wrong with a value is a *ParamError that names the field and the value.
//   - Equal values are written as equal bytes.
package protocol

//go:generate go test . -run ^TestGenerated$ -update
