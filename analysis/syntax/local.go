package syntax

import "bytes"

// A function of some length has the functions in it for definitions, as a class has its methods: what makes a renderer, a store or a component,
// and what a program begins with, is hundreds of lines that nobody wants as a whole. So is an object that a definition has for a value (JavaScript), and
// the function that fills a module's table (Lua).
const (
	LongFunction = 40 // lines without its documentation from which on a function, or an object, has local functions…
	LeastLocal   = 3  // …of so many lines at the least
)

// Lines are how many lines a text is on.
func Lines(text []byte) int { return bytes.Count(text, []byte("\n")) + 1 }
