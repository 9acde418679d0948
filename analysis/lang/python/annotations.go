package python

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// isBuiltin reports whether a name is one of the language's.
func isBuiltin(name string) bool {
	switch name {
	case "str", "int", "bytes", "bool", "float", "complex", "object", "type", "None", "True", "False", "list", "dict", "set", "tuple",
		"frozenset", "bytearray", "memoryview", "len", "isinstance", "issubclass", "print", "sorted", "reversed", "iter", "next", "range",
		"enumerate", "zip", "map", "filter", "open", "repr", "hash", "id", "min", "max", "sum", "any", "all", "callable", "getattr", "setattr",
		"hasattr", "delattr", "vars", "dir", "Exception", "BaseException", "ValueError", "TypeError", "KeyError", "AttributeError", "RuntimeError",
		"OSError", "IndexError", "NotImplementedError", "StopIteration", "LookupError", "ImportError", "UnicodeError", "staticmethod",
		"classmethod", "property", "slice", "NotImplemented", "Ellipsis":
		return true
	}
	return false
}

// annotationNames lets the scan find the names in an annotation: they are no local ones, and their receivers are
// modules and classes.
func (r *receivers) annotationNames(i, end int) {
	for ; i < end; i++ {
		if r.tokens[i].kind == '.' && i+1 < end && i > 0 && r.tokens[i-1].kind == 'n' && r.tokens[i+1].kind == 'n' {
			from := i - 1
			for from >= 2 && r.tokens[from-1].kind == '.' && r.tokens[from-2].kind == 'n' {
				from -= 2
			}
			r.b.Receiver(uint32(r.tokens[i+1].start), r.text[r.tokens[from].start:r.tokens[i-1].end])
		}
	}
}

// annotation is the type that an annotation says.
func (r *receivers) annotation(i, end int) analysis.TypeExpr {
	if i >= end {
		return analysis.Unknown
	}
	all := analysis.TypeExpr("")
	for i < end {
		or := r.next(i, end, barSign)
		all = union(all, r.oneAnnotation(i, or))
		i = or + 1
	}
	if all == "" {
		return analysis.Unknown
	}
	return all
}

func (r *receivers) oneAnnotation(i, end int) analysis.TypeExpr {
	if i >= end {
		return analysis.Unknown
	}
	switch t := r.tokens[i]; {
	case t.kind == '"':
		quote := strings.IndexAny(r.str(i), `"'`)
		start, stop := t.start+quote+1, t.end-1
		if quote < 0 || stop <= start || strings.HasPrefix(r.text[start:], `""`) {
			return analysis.Unknown
		}
		outer := r.tokens
		defer func() { r.tokens = outer }()
		r.tokens = lexemes(r.text, start, stop)
		return r.annotation(0, max(0, len(r.tokens)-1))
	case t.kind == '(' && t.close > i:
		return r.annotation(i+1, t.close)
	case t.kind != 'n':
		return analysis.Unknown
	}
	first := i
	for i+2 < end && r.tokens[i+1].kind == '.' && r.tokens[i+2].kind == 'n' {
		i += 2
	}
	name, last := strings.ReplaceAll(r.text[r.tokens[first].start:r.tokens[i].end], " ", ""), r.str(i)
	var args [][2]int
	if i+1 < end && r.tokens[i+1].kind == '[' {
		args = r.arguments(i + 1)
	}
	arg := func(n int) analysis.TypeExpr {
		if n < len(args) {
			return r.annotation(args[n][0], args[n][1])
		}
		return analysis.Unknown
	}
	switch last {
	case "Optional", "Annotated", "ClassVar", "Final", "Required", "NotRequired", "Type", "type", "Awaitable", "ContextManager", "AsyncContextManager",
		"AbstractContextManager", "AbstractAsyncContextManager", "TypeGuard", "Unpack":
		if len(args) > 0 {
			return arg(0)
		}
	case "Coroutine":
		return arg(2)
	case "Callable":
		return analysis.Func(arg(1))
	case "Union":
		all := analysis.TypeExpr("")
		for n := range args {
			all = union(all, arg(n))
		}
		return all
	case "list", "List", "set", "Set", "frozenset", "FrozenSet", "Sequence", "MutableSequence", "Iterable", "Iterator", "Collection", "deque", "Deque",
		"ContextVar", "AsyncIterable", "AsyncIterator", "Generator", "AsyncGenerator", "AbstractSet", "Reversible":
		return analysis.Collection("", arg(0))
	case "tuple", "Tuple":
		all := analysis.TypeExpr("")
		for n := range args {
			if t := arg(n); t != analysis.Unknown {
				all = union(all, t)
			}
		}
		return analysis.Collection("", all)
	case "dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict":
		return analysis.Collection(arg(0), arg(1))
	case "Any":
		return analysis.Unknown
	case "Self":
		if class := r.around(); class != "" {
			return analysis.TypeExpr(class)
		}
	}
	if isBuiltin(name) && !r.own[attribute{"", name}] {
		return analysis.Foreign
	}
	if first == i {
		t, _ := r.find(name)
		return t
	}
	return analysis.TypeExpr(name)
}

// isType reports whether the value of an assignment gives a name to a type.
func (r *receivers) isType(i, end int) bool {
	for i+2 < end && r.tokens[i+1].kind == '.' {
		i += 2
	}
	if i+1 >= end || r.tokens[i].kind != 'n' || r.tokens[i+1].kind != '[' || r.after(i+1) != end {
		return false
	}
	switch r.str(i) {
	case "Union", "Optional", "Callable", "List", "Dict", "Sequence", "Mapping", "Iterable", "Type", "Tuple", "Annotated":
		return true
	}
	return false
}

// sent is what a generator of this annotation is sent.
func (r *receivers) sent(i, end int) analysis.TypeExpr {
	for i+2 < end && r.tokens[i+1].kind == '.' {
		i += 2
	}
	if (r.is(i, end, "Generator") || r.is(i, end, "AsyncGenerator")) && i+1 < end && r.tokens[i+1].kind == '[' {
		if args := r.arguments(i + 1); len(args) > 1 {
			return r.annotation(args[1][0], args[1][1])
		}
	}
	return analysis.Unknown
}

// around is the class that the statement stands in.
func (r *receivers) around() string {
	for i := len(r.frames) - 1; i >= 0; i-- {
		if r.frames[i].class != "" {
			return r.frames[i].class
		}
	}
	return ""
}
