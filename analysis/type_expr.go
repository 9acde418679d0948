package analysis

import (
	"slices"
	"strconv"
	"strings"
)

// TypeExpr says, in one file's own words, what type something has. Names in it are those of the file's top level
// and of its imports; linking resolves them where it resolves imports.
//
//	Client  http.Client         an instance of that type; of a name that is no type: what it holds, or gives
//	x.field  x.Method           what a member of x holds; a member that is a function is one
//	New()  open()1              the first result of a call; the second
//	x[]  x[k]                   an element of a collection, as a loop gives them; its key
//	[]Client  [string]Client    a collection of such elements; with such keys
//	(Client,error)              a function with such results
//	(Client)(Options,)          and such parameters, where they are known
//	f@0                         what the first parameter of f holds
//	Client|Pool                 either
//	List{Client}                a generic type with its arguments
//	#0{Thing}                   of a generic type: its first parameter, which is a Thing where nothing else is said
//	A,B                         of a type: those that it has the members of, beside its own (bases, embedded, aliased)
//	A;I,J                       and those whose members it promises to have
//	"vue"                       of a module: that it adds to the one of this specifier
//	=Item                       of a reference: what one sets in making it, the fields that it declares
//	^Window                     what is called so everywhere: nothing of the folder where none of the file's siblings defines it
//	!                           nothing of the folder: a type of the language
//	?                           unknown; so is ""
//
// A step (.name, (), [], @0) follows names alone: of a collection's or a function's expression it is taken at once.
type TypeExpr string

// What is known without a name.
const (
	Unknown TypeExpr = "?"
	Foreign TypeExpr = "!"
)

// maxTypeExpr is how long an expression may get, in bytes: a chain of many calls says less than it costs.
const maxTypeExpr = 160

// maxUnion is how long one may get that is a list of alternatives.
const maxUnion = 1024

// Collection is a collection's type.
func Collection(key, element TypeExpr) TypeExpr {
	if key == Foreign || key == "" {
		key = ""
	}
	return bounded("[" + key + "]" + element.orUnknown())
}

// Global is what is called so everywhere, if anybody here says what that is.
func Global(name string) TypeExpr { return bounded(TypeExpr(globalSign + name)) }

const globalSign = "^"

// Setting is what one sets by name in making an instance of a type.
func Setting(t TypeExpr) TypeExpr { return bounded(setSign + t) }

const setSign = "="

// Func is a function's type.
func Func(results ...TypeExpr) TypeExpr {
	var list strings.Builder
	for i, r := range results {
		if i > 0 {
			list.WriteByte(',')
		}
		list.WriteString(string(r.orUnknown()))
	}
	return bounded(TypeExpr("(" + list.String() + ")"))
}

// Taking is a function's type t with those of its parameters: left out where none is known, or it would get too long.
func (t TypeExpr) Taking(params ...TypeExpr) TypeExpr {
	last := -1
	var list strings.Builder
	for i, p := range params {
		if i > 0 {
			list.WriteByte(',')
		}
		if p != "" && p != Unknown && p != Foreign && p != "[]" {
			last = i
			list.WriteString(string(p))
		}
	}
	if taking := t + TypeExpr("("+list.String()+")"); t.isFunc() && last >= 0 && bounded(taking) == taking {
		return taking
	}
	return t
}

// Param is what the nth parameter, from 0, of t holds.
func (t TypeExpr) Param(n int) TypeExpr {
	if t.isFunc() {
		params := t[t.closing()+1:]
		if len(params) < 2 {
			return Unknown
		}
		if list := params[1 : len(params)-1].list(','); n < len(list) {
			return list[n].orUnknown()
		}
		return Unknown
	}
	if !t.Named() {
		return t.nothing()
	}
	return t.each(func(t TypeExpr) TypeExpr { return t + "@" + TypeExpr(strconv.Itoa(n)) })
}

// Member is what a member of t holds.
func (t TypeExpr) Member(name string) TypeExpr {
	if t.isCollection() || t.isFunc() {
		return t.method(name)
	}
	if !t.Named() {
		return t.nothing()
	}
	return t.each(func(t TypeExpr) TypeExpr { return t + "." + TypeExpr(name) })
}

// Or is what either may be. A collection stands for itself, and its elements for those of both.
func (t TypeExpr) Or(other TypeExpr) TypeExpr {
	switch {
	case t.isCollection() && other.isCollection():
		return Collection(t.Key(), t.Element().Or(other.Element()))
	case !t.Named() && t != "" && t != Unknown && t != Foreign:
		return t
	case !t.Named():
		return other
	case !other.Named():
		return t
	}
	all := t.alternatives()
	for _, o := range other.alternatives() {
		if !slices.Contains(all, o) {
			t, all = t+"|"+o, append(all, o)
		}
	}
	if len(t) > maxUnion {
		return Unknown
	}
	return t
}

// Either is what one of two may be, where each is what some reading found out: if one is nothing of the folder's or unknown, the other
// counts.
func Either(x, y TypeExpr) TypeExpr {
	switch {
	case x == y || y == "" || y == Unknown || y == Foreign && x != "" && x != Unknown:
		return x
	case x == "" || x == Unknown || x == Foreign:
		return y
	}
	return x.Or(y)
}

// IsForeign reports whether no member of t is one of the folder's: it is the language's, a collection or a function.
func (t TypeExpr) IsForeign() bool { return t == Foreign || t.isCollection() || t.isFunc() }

// each takes a step from each of the alternatives.
func (t TypeExpr) each(step func(TypeExpr) TypeExpr) (all TypeExpr) {
	if strings.IndexByte(string(t), '|') < 0 { // as nearly all
		return bounded(step(t))
	}
	for _, one := range t.alternatives() {
		all = all.Or(step(one))
	}
	return bounded(all)
}

// Result is the nth result, from 0, of calling t.
func (t TypeExpr) Result(n int) TypeExpr {
	if t.isFunc() {
		results := t[1:max(1, t.closing())].list(',')
		if n < len(results) {
			return results[n]
		}
		return Foreign
	}
	switch {
	case !t.Named():
		return t.nothing()
	case n == 0:
		return t.each(func(t TypeExpr) TypeExpr { return t + "()" })
	}
	return t.each(func(t TypeExpr) TypeExpr { return t + "()" + TypeExpr(strconv.Itoa(n)) })
}

// Element is what a loop over t gives.
func (t TypeExpr) Element() TypeExpr {
	if t.isCollection() {
		return t[t.closing()+1:].orUnknown()
	}
	if !t.Named() {
		return t.nothing()
	}
	return t.each(func(t TypeExpr) TypeExpr { return t + "[]" })
}

// Key is what the elements of t are found by.
func (t TypeExpr) Key() TypeExpr {
	if t.isCollection() {
		if key := t[1:t.closing()]; key != "" {
			return key
		}
		return Foreign
	}
	if !t.Named() {
		return t.nothing()
	}
	return t.each(func(t TypeExpr) TypeExpr { return t + "[k]" })
}

// Of is a generic type t with arguments: left out where nothing is known of them, or it would get too long.
func (t TypeExpr) Of(args ...TypeExpr) TypeExpr {
	var list strings.Builder
	said := false
	for i, arg := range args {
		if i > 0 {
			list.WriteByte(',')
		}
		list.WriteString(string(arg.orUnknown()))
		said = said || arg != "" && arg != Unknown && arg != Foreign
	}
	if of := t + TypeExpr("{"+list.String()+"}"); said && t.Named() && len(t.alternatives()) == 1 && len(of) <= maxTypeExpr {
		return of
	}
	return t
}

func bounded(t TypeExpr) TypeExpr {
	if len(t) > maxTypeExpr {
		return Unknown
	}
	return t
}
