package rank

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// Commit is one commit of the folder's repository.
type Commit struct {
	Time    int64               // seconds since 1970
	Subject string              // what it says it does, in one line
	Paths   []string            // the files it changed, relative to the folder
	Lines   map[string][]uint32 // the lines that it wrote into each of them, as of analysis.HashLine; nil where not known
}

// History is which files were changed together, and in which words. It is immutable, but for what commits wrote, which may
// be learned later.
type History struct {
	paths    []string
	number   map[string]int32
	commits  []change
	touched  [][]int32                              // file → the commits that changed it
	telling  []float64                              // file → how much it says that a commit changed it, 0–1
	messages func() *messages                       // of the commits, by number
	writings atomic.Pointer[writings]               // nil: not known
	learn    func(context.Context) ([]Commit, bool) // see LearnLines; nil: nothing is to be learned
}

// change is a commit as evidence.
type change struct {
	files   []int32
	years   float64 // its age, by the newest commit
	spread  float64 // how much it says about any two of its files, 0–1
	subject string
}

// Cochange is how strongly a file is tied to others by common commits.
type Cochange struct {
	Path     string
	Strength float64 // 0–1
	Commits  int     // how many commits they share
}

// NewHistory reads commits, newest first. A commit of few files says more about each two of them than
// one of many, a recent one more than an old one; those of more than maxCommitFiles say nothing.
func NewHistory(commits []Commit) *History {
	h := &History{number: map[string]int32{}}
	for _, c := range commits {
		if !c.tells() {
			continue
		}
		years := float64(max(0, commits[0].Time-c.Time)) / (365 * 24 * 3600)
		spread := 1 / math.Sqrt(float64(max(1, len(c.Paths)-1)))
		files := make([]int32, 0, len(c.Paths))
		for _, p := range c.Paths {
			files = append(files, h.file(p))
		}
		slices.Sort(files)
		files = slices.Compact(files)
		for _, f := range files {
			h.touched[f] = append(h.touched[f], int32(len(h.commits)))
		}
		h.commits = append(h.commits, change{files, years, spread, c.Subject})
	}
	if slices.ContainsFunc(commits, func(c Commit) bool { return c.Lines != nil }) {
		h.writings.Store(newWritings(commits, true))
	}
	h.messages = sync.OnceValue(func() *messages { return newMessages(h.commits) })
	h.telling = h.tellings()
	return h
}

// tells reports whether a commit says anything about its files.
func (c *Commit) tells() bool { return 0 < len(c.Paths) && len(c.Paths) <= maxCommitFiles }

// tellings are 1 for most files, less for those that more than usualShare of the commits change, and 0 for one that all
// do: versions, changelogs and registers say nothing about what else a commit is about.
func (h *History) tellings() []float64 {
	tellings, all := make([]float64, len(h.paths)), float64(fewCommits)
	for _, c := range h.commits {
		weight := math.Exp2(-c.years / cochangeHalfLife)
		all += weight
		for _, f := range c.files {
			tellings[f] += weight
		}
	}
	for f, changed := range tellings {
		tellings[f] = min(1, (1-changed/all)/(1-usualShare))
	}
	return tellings
}

// file is the number of a path, given when it is first seen.
func (h *History) file(p string) int32 {
	n, known := h.number[p]
	if !known {
		n = int32(len(h.paths))
		h.number[p] = n
		h.paths = append(h.paths, p)
		h.touched = append(h.touched, nil)
	}
	return n
}

// Related lists the files that were changed together with any of paths, the strongest first, without
// these themselves. Strength is s/(s+cochangeHalf), where s sums what the shared commits say: the more the
// fewer files they changed, the younger they are and the more they read like the task, times how telling the file is.
func (h *History) Related(paths []string, like Likeness) []Cochange {
	if h == nil {
		return nil
	}
	given := map[int32]bool{}
	var commits []int32
	for _, p := range paths {
		if n, known := h.number[p]; known && !given[n] {
			given[n] = true
			commits = append(commits, h.touched[n]...)
		}
	}
	slices.Sort(commits)
	sum := map[int32]float64{}
	count := map[int32]int{}
	for _, c := range slices.Compact(commits) {
		commit := h.commits[c]
		weight := commit.spread * (math.Exp2(-commit.years/cochangeHalfLife) + alikeWeight*like.of(c)*like.of(c))
		for _, f := range commit.files {
			sum[f] += weight
			count[f]++
		}
	}
	related := make([]Cochange, 0, len(sum))
	for f, s := range sum {
		if s *= h.telling[f]; !given[f] && s > 0 {
			related = append(related, Cochange{h.paths[f], s / (s + cochangeHalf), count[f]})
		}
	}
	slices.SortFunc(related, func(a, b Cochange) int {
		return cmp.Or(cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.Path, b.Path))
	})
	return related
}
