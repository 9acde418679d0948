// Package lsptest is an editor for tests: a client that speaks real JSON over any connection to the
// server, and fails its test when the server sends something that the script did not expect.
//
// It shares no code with the server: messages are framed, written and read here with the standard
// library alone, so that a mistake on one side is not cancelled out by the same one on the other.
package lsptest
