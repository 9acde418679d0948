package analysis

// method is what a method of a collection or of a function is, by the names that most languages give these.
func (t TypeExpr) method(name string) TypeExpr {
	if t.isFunc() {
		switch name {
		case "apply", "call", "get", "test", "accept", "run", "invoke", "compare", "applyAsInt", "applyAsLong", "applyAsDouble": // they call it
			return t
		case "bind", "negate", "reversed", "andThen", "compose", "thenComparing":
			return Func(t)
		}
		return Foreign
	}
	of := Func(Foreign).Taking(t.Element(), t.Element()) // what is called with elements
	switch name {
	case "get", "pop", "setdefault", "first", "last", "at", "shift", "next", "previous", "peek", "poll", "take", "remove", "element",
		"getFirst", "getLast", "removeFirst", "removeLast", "peekFirst", "peekLast", "pollFirst", "pollLast", "floor", "ceiling", "lower", "higher",
		"orElse", "orElseGet", "orElseThrow", "getOrDefault", "put", "putIfAbsent", "computeIfAbsent", "getValue", "getAndSet":
		return Func(t.Element())
	case "find", "findLast", "max", "min":
		return Func(t.Element()).Taking(of)
	case "values", "items", "copy", "slice", "entries", "concat", "reverse", "toSorted", "splice", "clone",
		"stream", "parallelStream", "iterator", "listIterator", "elements", "distinct", "limit", "skip", "toList", "collect", "subList",
		"findFirst", "findAny", "headMap", "tailMap", "descendingMap", "descendingIterator":
		return Func(t)
	case "filter", "sort", "sorted", "takeWhile", "dropWhile", "or":
		return Func(t).Taking(of)
	case "push", "unshift", "add", "append", "offer", "addFirst", "addLast":
		return Func(Foreign).Taking(t.Element())
	case "forEach", "forEachOrdered", "ifPresent", "ifPresentOrElse", "removeIf", "replaceAll", "some", "every", "anyMatch", "allMatch", "noneMatch", "findIndex",
		"mapToInt", "mapToLong", "mapToDouble":
		return Func(Foreign).Taking(of)
	case "map", "flatMap", "mapToObj":
		return Func(Collection("", Unknown)).Taking(of)
	case "keys", "keySet", "navigableKeySet":
		return Func(Collection("", t.Key()))
	case "entrySet":
		return Func(Collection("", t))
	case "getKey":
		return Func(t.Key())
	}
	return Foreign
}
