// Package protobuf teaches Protocol Buffers: proto2, proto3 and editions.
//
// Invariants:
//
//   - A name is looked up from the innermost message outwards, as protoc does: what the file itself
//     defines there is no reference.
//   - Which directories protoc is told to look in, a repository need not say: an import is a path from a
//     directory above the file, else the end of a path that no other file shares.
package protobuf
