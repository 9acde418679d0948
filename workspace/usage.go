package workspace

import "github.com/contextls/contextls/workspace/parse"

// Usage is what a session keeps and runs, to look at.
type Usage struct {
	Facts   int // contents whose Facts are remembered
	Workers parse.Usage
}

// Usage is what the session keeps and runs now.
func (s *Session) Usage() Usage {
	return Usage{s.facts.read.Len(), s.pool.Usage()}
}
