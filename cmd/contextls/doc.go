// Command contextls decides what a model should see. It is a language server that runs beside an
// editor's others, and offers the same from a shell and to agents.
package main
