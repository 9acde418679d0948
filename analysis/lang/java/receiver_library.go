package java

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

func isPrimitive(word string) bool {
	switch word {
	case "boolean", "byte", "char", "double", "float", "int", "long", "short", "void":
		return true
	}
	return false
}

func isKeyword(word string) bool {
	switch word {
	case "abstract", "assert", "break", "case", "catch", "class", "const", "continue", "default", "do", "else", "enum", "extends", "false", "final",
		"finally", "for", "goto", "if", "implements", "import", "instanceof", "interface", "native", "new", "null", "package", "private",
		"protected", "public", "return", "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "transient", "true",
		"try", "volatile", "while":
		return true
	}
	return isPrimitive(word)
}

// languageType reports whether a type that nothing is said of is the language's: those of java.lang that hardly anybody calls a
// type of his own.
func languageType(name string) bool {
	switch name {
	case "Object", "String", "Integer", "Long", "Double", "Float", "Short", "Byte", "Boolean", "Void", "Iterable", "Comparable", "CharSequence",
		"StringBuilder", "StringBuffer", "System", "Override", "Deprecated", "SuppressWarnings", "FunctionalInterface", "SafeVarargs", "RuntimeException":
		return true
	}
	return false
}

// libraryType reports whether what the file calls so is the library's.
func (r *receivers) libraryType(name string) bool {
	if from, bound := r.bound[name]; bound {
		return strings.HasPrefix(from+".", "java.") || strings.HasPrefix(from, "javax.")
	}
	pkg := libraryPackage(name)
	return pkg != "" && !r.isTop(name) && slices.Contains(r.stars, pkg)
}

// libraryPackage is the package of those types of the library that something is known of.
func libraryPackage(name string) string {
	switch name {
	case "Collection", "Iterator", "ListIterator", "List", "ArrayList", "LinkedList", "Vector", "Stack", "Set", "HashSet", "LinkedHashSet", "TreeSet",
		"SortedSet", "NavigableSet", "EnumSet", "Queue", "Deque", "ArrayDeque", "PriorityQueue", "Optional", "Enumeration", "Map", "HashMap",
		"LinkedHashMap", "TreeMap", "SortedMap", "NavigableMap", "EnumMap", "WeakHashMap", "IdentityHashMap", "Hashtable", "Comparator",
		"Objects", "Collections", "Arrays":
		return "java.util"
	case "Supplier", "Function", "BiFunction", "UnaryOperator", "BinaryOperator", "Consumer", "BiConsumer", "Predicate", "BiPredicate",
		"ToIntFunction", "ToLongFunction", "ToDoubleFunction", "IntFunction", "LongFunction", "DoubleFunction":
		return "java.util.function"
	case "Callable", "ConcurrentMap", "ConcurrentHashMap", "ConcurrentSkipListMap", "CopyOnWriteArrayList", "CopyOnWriteArraySet", "BlockingQueue",
		"LinkedBlockingQueue", "ArrayBlockingQueue", "ConcurrentLinkedQueue", "ConcurrentLinkedDeque", "Future", "CompletableFuture", "CompletionStage":
		return "java.util.concurrent"
	case "AtomicReference", "AtomicReferenceArray":
		return "java.util.concurrent.atomic"
	case "Stream":
		return "java.util.stream"
	}
	return ""
}

// library is what the instances are of a type of the library.
func library(name string, args []analysis.TypeExpr) analysis.TypeExpr {
	arg := func(n int) analysis.TypeExpr {
		if n < len(args) {
			return args[n]
		}
		return analysis.Unknown
	}
	switch name {
	case "Iterable", "Iterator", "ListIterator", "Collection", "List", "ArrayList", "LinkedList", "CopyOnWriteArrayList", "Vector", "Stack",
		"Set", "HashSet", "LinkedHashSet", "TreeSet", "SortedSet", "NavigableSet", "EnumSet", "CopyOnWriteArraySet",
		"Queue", "Deque", "ArrayDeque", "PriorityQueue", "BlockingQueue", "LinkedBlockingQueue", "ArrayBlockingQueue", "BlockingDeque",
		"LinkedBlockingDeque", "ConcurrentLinkedQueue", "ConcurrentLinkedDeque", "PriorityBlockingQueue", "Stream", "Optional", "Enumeration", "Spliterator",
		"AtomicReference", "AtomicReferenceArray", "ThreadLocal", "WeakReference", "SoftReference", "Reference", "Future", "CompletableFuture",
		"CompletionStage", "FutureTask", "ServiceLoader", "Class":
		return analysis.Collection("", arg(0))
	case "Map", "HashMap", "LinkedHashMap", "TreeMap", "SortedMap", "NavigableMap", "ConcurrentMap", "ConcurrentHashMap",
		"ConcurrentSkipListMap", "EnumMap", "WeakHashMap", "IdentityHashMap", "Hashtable", "Entry":
		return analysis.Collection(arg(0), arg(1))
	case "Supplier", "Callable":
		return analysis.Func(arg(0))
	case "Function":
		return analysis.Func(arg(1)).Taking(arg(0))
	case "BiFunction":
		return analysis.Func(arg(2)).Taking(arg(0), arg(1))
	case "UnaryOperator":
		return analysis.Func(arg(0)).Taking(arg(0))
	case "BinaryOperator":
		return analysis.Func(arg(0)).Taking(arg(0), arg(0))
	case "Consumer", "Predicate", "ToIntFunction", "ToLongFunction", "ToDoubleFunction":
		return analysis.Func(analysis.Foreign).Taking(arg(0))
	case "BiConsumer", "BiPredicate", "ToIntBiFunction", "ToLongBiFunction":
		return analysis.Func(analysis.Foreign).Taking(arg(0), arg(1))
	case "Comparator":
		return analysis.Func(analysis.Foreign).Taking(arg(0), arg(0))
	case "IntFunction", "LongFunction", "DoubleFunction":
		return analysis.Func(arg(0))
	}
	return analysis.Foreign
}

// libraryCall is what a method of the library gives that makes something of its arguments; "" where that is not known.
func libraryCall(name string, args []analysis.TypeExpr) analysis.TypeExpr {
	if len(args) == 0 {
		return ""
	}
	isCollection := strings.HasPrefix(string(args[0]), "[")
	switch name {
	case "max", "min":
		return args[0].Element()
	case "asList", "of", "singletonList", "singleton", "ofNullable", "nCopies", "completedFuture":
		if name == "asList" && isCollection && len(args) == 1 { // an array
			return args[0]
		}
		return analysis.Collection("", args[len(args)-1])
	case "requireNonNull", "requireNonNullElse", "unmodifiableList", "unmodifiableSet", "unmodifiableMap", "unmodifiableCollection", "copyOf",
		"synchronizedList", "synchronizedMap", "synchronizedSet", "stream", "copyOfRange":
		return args[0]
	}
	return ""
}
