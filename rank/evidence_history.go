package rank

import (
	"cmp"
	"slices"
)

// historyEvidence is how strongly past commits tie files to the targets, by changing both, and to the task, by
// reading like it. Where there is no target, the files that match the task best stand in; where nothing is asked, it
// is how much people work on each file.
type historyEvidence struct {
	signal
	partners   map[int32]partner     // by node
	resembling map[int32]Resemblance // by node
	anchors    []Seed                // the files that match the task best, the best first
	leaders    []leader
	languages  families // of the leaders
}

// partner is a file that was changed together with the leader of that name.
type partner struct {
	Cochange
	with string
}

// leader is what files are looked for that were changed together with.
type leader struct {
	paths  []string
	weight float64 // 0–1
	name   string
}

func (t *topic) readHistory(text textEvidence) historyEvidence {
	if proof := t.ix.history.proof(); t.q.Task == "" && !t.hasTargets() && proof > 0 { // what matters to the folder is what people work on, too
		return historyEvidence{signal: signal{relative(t.ix.Work(), t.target), proof}}
	}
	like := t.ix.history.Alike(t.task.Said())
	resembling, weights := map[int32]Resemblance{}, make([]float64, t.ix.graph.Len())
	for _, s := range t.ix.history.Resembling(like) {
		if n, known := t.ix.graph.Node(s.Path); known {
			resembling[n] = s
			weights[n] = s.Weight
		}
	}
	likeness := relative(weights, t.target)
	anchors := t.anchors(text, likeness)
	leaders := t.leaders(anchors)
	partners, together := t.partners(leaders, like)
	worth := t.worths()
	return historyEvidence{mix(part{together, worth.together}, part{likeness, worth.resembling}),
		partners, resembling, anchors, leaders, t.ix.languages(leaders)}
}

// partners are the files that past commits changed together with the leaders, and how strongly that ties each
// file to them, by node, 0–1.
func (t *topic) partners(leaders []leader, like Likeness) (partners map[int32]partner, strengths []float64) {
	partners, strengths = map[int32]partner{}, make([]float64, t.ix.graph.Len())
	for _, l := range leaders {
		for _, c := range t.ix.history.Related(l.paths, like) {
			n, known := t.ix.graph.Node(c.Path)
			if !known {
				continue
			}
			if strengths[n] == 0 {
				partners[n] = partner{c, l.name}
			}
			strengths[n] = 1 - (1-strengths[n])*(1-l.weight*c.Strength)
		}
	}
	return partners, strengths
}

// languages are the families of the leaders' languages.
func (ix *Index) languages(leaders []leader) families {
	found := families{}
	for _, l := range leaders {
		for _, p := range l.paths {
			if n, known := ix.graph.Node(p); known {
				found[ix.graph.File(n).Language.Family] = true
			}
		}
	}
	return found
}

// anchors are the files that match the task best, by its words and by past commits that read like it.
func (t *topic) anchors(text textEvidence, likeness []float64) []Seed {
	if t.q.Task == "" && len(t.q.Phantom) == 0 {
		return nil
	}
	var anchors []Seed
	for n := range int32(len(likeness)) {
		if match := text.values[n] + anchorResemblance*likeness[n]; match > 0 && !t.target[n] {
			anchors = append(anchors, Seed{n, match * match * t.worth(n, text.mentions, nil)})
		}
	}
	slices.SortFunc(anchors, func(a, b Seed) int { return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Node, b.Node)) })
	return anchors[:min(len(anchors), maxAnchors)]
}

// leaders are the targets as one, or else each of the best anchors.
func (t *topic) leaders(anchors []Seed) []leader {
	paths := slices.Clone(t.q.Phantom)
	for _, n := range t.q.Targets {
		paths = append(paths, t.ix.graph.Path(n))
	}
	if len(paths) > 0 {
		return []leader{{paths, 1, t.leadersName()}}
	}
	var leaders []leader
	for _, a := range anchors[:min(len(anchors), maxLeaders)] {
		p := t.ix.graph.Path(a.Node)
		leaders = append(leaders, leader{[]string{p}, a.Share / anchors[0].Share, p})
	}
	return leaders
}

// leadersName is what the leaders are, for a person to read.
func (t *topic) leadersName() string {
	if t.hasTargets() {
		return "the targets"
	}
	return "what matches the task best"
}
