package analysis

import (
	"slices"
	"strconv"
	"strings"
)

// generics are the type arguments that were met in linking. An argument is written in the words of the file that gives
// it, but stands in place of a type parameter (#0) in an expression in the words of another: there it is "&7", the
// seventh of all.
type generics struct {
	all     []written
	numbers map[written]int
	lists   [][]int // of the arguments of one type; the first is that of a type without
	listed  map[string]int32
}

// maxGeneric is how deep arguments may lie in arguments before they are unknown: types that are defined by
// themselves with other arguments would go on forever.
const maxGeneric = 3

// with is a definition with type arguments.
func (l *linker) with(at symbolAt, file int32, args []TypeExpr) symbolAt {
	var list []int
	key := ""
	for _, arg := range args {
		n := l.argument(written{file, arg})
		list = append(list, n)
		key += "," + strconv.Itoa(n)
	}
	number, known := l.generics.listed[key]
	if !known {
		if len(l.generics.lists) == 0 {
			l.generics.listed, l.generics.lists = map[string]int32{}, [][]int{nil}
		}
		number = int32(len(l.generics.lists))
		l.generics.listed[key] = number
		l.generics.lists = append(l.generics.lists, list)
	}
	at.args = number
	return at
}

// argument is the number of an argument.
func (l *linker) argument(w written) int {
	if w.expr == "" || w.expr == Unknown || l.depth(w.expr) >= maxGeneric {
		w = written{0, Unknown}
	}
	if w.expr[0] == '&' { // it is one already
		if n, rest := w.expr[1:].digits(); rest == "" {
			return number(n)
		}
	}
	n, known := l.generics.numbers[w]
	if !known {
		if l.generics.numbers == nil {
			l.generics.numbers = map[written]int{}
		}
		n = len(l.generics.all)
		l.generics.numbers[w] = n
		l.generics.all = append(l.generics.all, w)
	}
	return n
}

// depth is how deep arguments lie in those of an expression.
func (l *linker) depth(t TypeExpr) (depth int) {
	for {
		at := strings.IndexByte(string(t), '&')
		if at < 0 {
			return depth
		}
		n, rest := t[at+1:].digits()
		depth, t = max(depth, 1+l.depth(l.generics.all[number(n)].expr)), rest
	}
}

// bind is an expression of a definition, or of one of its members, with the arguments in place of its type parameters.
// Of one that is not given stays what it says itself: #0{Thing}.
func (l *linker) bind(t TypeExpr, at symbolAt) TypeExpr {
	if at.args == 0 || strings.IndexByte(string(t), '#') < 0 {
		return t
	}
	args := l.generics.lists[at.args]
	var out strings.Builder
	for i := 0; i < len(t); i++ {
		n, rest := t[i+1:].digits()
		if t[i] != '#' || n == "" || number(n) >= len(args) {
			out.WriteByte(t[i])
			continue
		}
		out.WriteString("&" + strconv.Itoa(args[number(n)]))
		if strings.HasPrefix(string(rest), "{") {
			rest = rest[rest.closing()+1:]
		}
		i = len(t) - len(rest) - 1
	}
	return TypeExpr(out.String())
}

// generic adds the arguments of a step {A,B} to the types that it follows.
func (e *evaluation) generic(m *meaning, file int32, args TypeExpr) *meaning {
	next := *m
	next.types = slices.Clone(m.types)
	for i := range next.types {
		next.types[i] = e.l.with(next.types[i], file, args.list(','))
	}
	return &next
}
