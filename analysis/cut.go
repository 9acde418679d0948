package analysis

// cut gives a new list of a length, never nil, out of one allocation for many, of at least chunk elements. What is small and lies among what is
// not kept would hold on to whole pages.
func cut[T any](from *[]T, n, chunk int) []T {
	if n > len(*from) || *from == nil {
		*from = make([]T, max(n, chunk))
	}
	out := (*from)[:n:n]
	*from = (*from)[n:]
	return out
}

// factsChunks are the allocations that Facts are cut from.
type factsChunks struct {
	many       bool // files that are read: else each has its own
	symbols    []Symbol
	imports    []Import
	names      []Binding
	references []Reference
	places     []uint32
	terms      []Term
	ownWords   []byte

	lengths []int // room for what is needed while one file is read
	strings []string
}

func (c *factsChunks) size(many int) int {
	if c.many {
		return many
	}
	return 0
}

// chunks are the allocations that the lists of a graph's nodes are cut from.
type chunks struct {
	many  bool // of nodes that are linked: else each list has its own, so that none is held by others
	lists []int32
	uses  []Use
	edges []Edge
	names []uint64
}

// chunkBytes is the largest size for which the runtime has lists of free memory, without what it notes of pointers: nothing of it
// is lost, and nothing else lies with it.
const chunkBytes = 32<<10 - 8

// How many elements chunks have.
const (
	chunkSymbols    = chunkBytes / 96
	chunkImports    = chunkBytes / 64
	chunkNames      = chunkBytes / 32
	chunkReferences = chunkBytes / 40
	chunkPlaces     = chunkBytes / 4
	chunkTerms      = chunkBytes / 8
	chunkLists      = chunkBytes / 4
	chunkUses       = chunkBytes / 72
	chunkEdges      = chunkBytes / 16
	chunkFilters    = chunkBytes / 8
)

func (c *chunks) size(many int) int {
	if c.many {
		return many
	}
	return 0
}

// list is a copy of a list.
func (c *chunks) list(of []int32) []int32 {
	if len(of) == 0 {
		return nil
	}
	out := cut(&c.lists, len(of), c.size(chunkLists))
	copy(out, of)
	return out
}
