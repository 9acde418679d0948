package groovy

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// declaration is what is known of a definition while it is read.
type declaration struct {
	start     int // its first token, annotations included
	head      int // the first token after the annotations
	container string
	private   bool
	static    bool
	final     bool
	marked    bool // a modifier or def stands before it
}

// modifiers passes annotations and modifiers.
func (r *reader) modifiers(d *declaration, i, end int) int {
	d.head = i
	for i < end {
		switch word := r.text(i); word {
		case "@":
			if r.text(i+1) == "interface" {
				return i
			}
			for i += 2; r.text(i) == "." && r.isWord(i+1); i += 2 {
			}
			if r.text(i) == "(" && !r.newLine(i) {
				i = r.closing(i) + 1
			}
			if !d.marked {
				d.head = i
			}
			continue
		case "non":
			if r.text(i+1) != "-" || r.text(i+2) != "sealed" {
				return i
			}
			i += 2
		case "private":
			d.private = true
		case "static":
			d.static = true
		case "final":
			d.final = true
		case "public", "protected", "abstract", "def", "var", "synchronized", "transient", "volatile", "native", "default",
			"sealed", "strictfp":
		default:
			return i
		}
		d.marked = true
		i++
	}
	return i
}

// maxDepth is how deep types may be nested.
const maxDepth = 32

// typed reads a type: i is its keyword.
func (r *reader) typed(d *declaration, i, end int) int {
	name := i + 1
	open := name + 1
	for open < end && r.text(open) != "{" {
		if c := r.closing(open); c > open {
			open = c
		}
		open++
	}
	if open >= end || strings.Count(d.container, ".") >= maxDepth {
		return d.start
	}
	kind := analysis.Class
	switch r.text(i) {
	case "interface":
		kind = analysis.Interface
	case "enum":
		kind = analysis.Enum
	case "trait":
		kind = analysis.Trait
	}
	last := r.closing(open)
	r.add(d, name, last, kind, r.Signature(r.At(d.head).Start, r.At(open).Start))
	inner := r.text(name)
	if d.container != "" {
		inner = d.container + "." + inner
	}
	first := open + 1
	if kind == analysis.Enum {
		first = r.constants(first, last, inner)
	}
	r.body(first, last, inner)
	return last + 1
}

// constants reads the constants of an enum and returns the token after them.
func (r *reader) constants(i, end int, container string) int {
	for i < end {
		d := declaration{start: i, container: container}
		name := r.modifiers(&d, i, end)
		if d.marked || !r.isWord(name) {
			break
		}
		next := name + 1
		for next < end && (r.text(next) == "(" || r.text(next) == "{") {
			next = r.closing(next) + 1
		}
		after := r.text(next)
		if next < end && after != "," && after != ";" && !r.newLine(next) {
			break
		}
		signature := r.text(name)
		if r.text(name+1) == "(" {
			signature = r.Signature(r.At(name).Start, r.At(r.closing(name+1)).End)
		}
		r.add(&d, name, next-1, analysis.Constant, signature)
		if i = next; after == "," || after == ";" {
			i++
		}
		if after != "," {
			break
		}
	}
	return min(i, end)
}
