package rank

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"
)

// writing is a line that a commit wrote, by its hash.
type writing struct {
	line   uint32
	commit int32
}

// writings are the lines that commits wrote into each file, by line.
type writings struct {
	of  map[string][]writing
	all bool // no commit's lines are missing
}

// newWritings makes the lines that commits wrote ready to be searched; the commits have the numbers that they have in a History.
func newWritings(commits []Commit, all bool) *writings {
	w, number := &writings{map[string][]writing{}, all}, int32(0)
	for _, c := range commits {
		if !c.tells() {
			continue
		}
		for path, hashes := range c.Lines {
			for _, line := range hashes {
				w.of[path] = append(w.of[path], writing{line, number})
			}
		}
		number++
	}
	for _, lines := range w.of {
		slices.SortFunc(lines, func(a, b writing) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.commit, b.commit)) })
	}
	return w
}

// LearnLines has the Lines of a History's commits asked for when somebody first wants to know, where they were not given: read
// gives the same commits with them and reports whether those are all; nil, where that takes longer than its context. It is to be
// called before the History is used.
func (h *History) LearnLines(read func(context.Context) (commits []Commit, all bool)) { h.learn = read }

// learnLines learns what commits wrote, if that is still to be done, and reports whether it is known. Who has to answer by some time
// gives it half of what is left.
func (h *History) learnLines(ctx context.Context) (known bool) {
	if h == nil || h.learn == nil {
		return true
	}
	if w := h.writings.Load(); w != nil {
		return w.all
	}
	if end, limited := ctx.Deadline(); limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
	}
	commits, all := h.learn(ctx)
	if commits != nil {
		h.writings.Store(newWritings(commits, all))
	}
	return all
}

// written is what past commits wrote into one file: a line of it that a commit wrote shows that the commit
// touched the passage that the line stands in now, wherever it has moved since.
type written struct {
	history *History
	lines   []writing
	like    Likeness
}

func (h *History) written(path string, like Likeness) written {
	if h == nil {
		return written{}
	}
	known := h.writings.Load()
	if known == nil {
		return written{}
	}
	return written{h, known.of[path], like}
}

// of is how many of the commits that wrote lines of a passage are recent, each counting the less the older it is, and how
// much the one of them that reads most like the task does so, 0–1.
func (w written) of(commits []int32) (recent, alike float64) {
	for _, c := range commits {
		recent += math.Exp(-float64(c) / recentCommits)
		alike = max(alike, w.like.of(c))
	}
	return recent, alike
}

// subject is that of the commit that wrote lines of a passage and reads most like the task; "" where none does
// to speak of.
func (w written) subject(l *textLines, x *Passage) string {
	subject, most := "", 0.5
	for _, c := range w.commits(l, x) {
		if like := w.like.of(c); like > most {
			subject, most = w.history.commits[c].subject, like
		}
	}
	return subject
}

// commits are those that wrote lines of a passage, by number.
func (w written) commits(l *textLines, x *Passage) (commits []int32) {
	if len(w.lines) == 0 {
		return nil
	}
	from, to := l.clip(x.First, x.Last)
	for _, line := range l.hashes[from:to] {
		if line == 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(w.lines, line, func(a writing, line uint32) int { return cmp.Compare(a.line, line) })
		for ; i < len(w.lines) && w.lines[i].line == line; i++ {
			if c := w.lines[i].commit; !slices.Contains(commits, c) {
				commits = append(commits, c)
			}
		}
	}
	slices.Sort(commits)
	return commits
}

// recentCommits is after how many later commits one counts a third.
const recentCommits = 80
