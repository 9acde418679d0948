package workspace

import "github.com/contextls/contextls/workspace/parse"

// Usage is what a session keeps and runs, to look at.
type Usage struct {
	Facts   int // contents whose Facts are remembered
	Workers parse.Usage
}

// Usage is what the session keeps and runs now.
func (s *Session) Usage() Usage {
	s.mu.Lock()
	facts := s.facts
	s.mu.Unlock()
	usage := Usage{Workers: s.pool.Usage()}
	if facts != nil {
		usage.Facts = facts.count()
	}
	return usage
}
