package workspace

import (
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
)

// recallMost is how many files are looked up together: what these have in common is done once.
const recallMost = 256

// recallAll takes in, of files that are yet to be read, those that are remembered, and gives the others.
func (f *Folder) recallAll(pending []*File) (unknown []*File) {
	if len(f.memory) == 0 {
		return pending
	}
	found, known := make([]reading, len(pending)), make([]bool, len(pending))
	analysis.EachOf((len(pending)+recallMost-1)/recallMost, func(part int) {
		among := newLookups()
		for i := part * recallMost; i < min(len(pending), (part+1)*recallMost) && f.ctx.Err() == nil; i++ {
			found[i], known[i] = f.recall(pending[i], among)
		}
	})
	recalled := found[:0]
	for i, file := range pending {
		if known[i] {
			recalled = append(recalled, found[i])
		} else {
			unknown = append(unknown, file)
		}
	}
	for part := range slices.Chunk(recalled, installMost) { // the lock is held for one at a time
		f.installAll(part)
	}
	return unknown
}

// recall is what reading a file would come to, ok if that is remembered. A manifest is read: its text is needed.
func (f *Folder) recall(before *File, among *lookups) (read reading, ok bool) {
	defer f.opts.Problems.Recover("recalling a file")
	m, known := f.memory[before.Path]
	if !known || m.stamp != before.stamp || f.session.langs.isManifest(before.Path) {
		return reading{}, false
	}
	if m.stamp.Size > DefaultMaxFileBytes && (m.refused != disk.TooLarge || !f.opts.readsHandwritten()) {
		return reading{}, false // whether it is read depends on the bound, which may have been another one
	}
	if m.refused != "" {
		return reading{before: before, reason: m.refused, refused: m, recalled: true}, true
	}
	now := *before
	now.pending, now.again, now.Problem, now.facts, now.secrets = false, false, "", nil, nil
	now.hash, now.Size, now.settled = m.hash, m.stamp.Size, true
	now.digest = digestOf(now.Path, now.hash)
	if f.session.langs.of(now.Path, "") == nil && mayBeScript(now.Path) {
		now.Language = f.session.langs.byID[m.language]
	}
	if now.Language != nil {
		var e extracted
		var known bool
		of := source{language: now.Language, hash: now.hash, showSecrets: f.opts.ShowSecrets, among: among}
		if m.plain && m.language == now.Language.ID {
			e, known = f.session.facts.later(of, m.head, func() { go f.refresh([]string{now.Path}, false) })
		} else {
			e, known = f.session.facts.known(of)
		}
		if !known || e.err != nil {
			return reading{}, false
		}
		now.facts, now.secrets = e.facts, e.secrets
	}
	return reading{before: before, now: &now, recalled: true}, true
}
