package budget

// MapFile is a file that may enter a repository map.
type MapFile struct {
	Path       string
	Importance float64
	Score      float64 // the map is sorted by it
	Work       float64 // how much of people's work is likely to be on it; 0 where that says nothing
	Symbols    Symbols
	Weights    []float64 // how much each symbol is used by others; nil where unknown
	Odds       []float64 // of each symbol, to be touched by the task; nil where they were not judged
}

// Map is a repository map: a line for each file by rank, and for the best of them a line for each of
// their most telling symbols.
type Map struct {
	Content             string
	Files               []MapEntry // as in Content
	FilesWithSignatures int
	FilesPathOnly       int
	FilesOmitted        int // files that did not fit at all
	EstimatedTokens     int
	ETag                string // same ETag: same Content
}

// MapEntry is a file in a map, shown with Signatures or as a Path.
type MapEntry struct {
	Path           string
	Importance     float64
	Representation Representation
}

// RepoMap draws the map of a repository in at most so many tokens. Each file shows a few symbols only, so that a map is of the whole repository and not of its first files. Where all files fit, the lines for each grow.
func RepoMap(files []MapFile, tokens int, counter *Counter) *Map {
	return newDrawing(files, counter, false).within(tokens * perToken)
}
