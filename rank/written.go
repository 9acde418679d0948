package rank

import (
	"cmp"
	"math"
	"slices"
)

// writing is a line that a commit wrote, by its hash.
type writing struct {
	line   uint32
	commit int32
}

// addWritings notes the lines that a commit wrote.
func (h *History) addWritings(lines map[string][]uint32, commit int32) {
	for path, hashes := range lines {
		for _, line := range hashes {
			h.writings[path] = append(h.writings[path], writing{line, commit})
		}
	}
}

// sortWritings makes the lines that commits wrote ready to be searched.
func (h *History) sortWritings() {
	for _, w := range h.writings {
		slices.SortFunc(w, func(a, b writing) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.commit, b.commit)) })
	}
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
	return written{h, h.writings[path], like}
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
