package workspace

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestFileList compares lists that come about change by change with lists made at once.
func TestFileList(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		name := func() string { return fmt.Sprintf("d%d/%c%d", r.IntN(9), "./-x"[r.IntN(4)], r.IntN(300)) }
		want := map[string]*File{}
		var start []*File
		if seed%2 == 0 {
			for range 2000 {
				want[name()] = nil
			}
			for _, p := range slices.Sorted(maps.Keys(want)) {
				want[p] = &File{Path: p, digest: hashOf([]byte(p))}
				start = append(start, want[p])
			}
		}
		l := newFileList(start)
		type state struct {
			list  *fileList
			files []*File
		}
		var states []state
		for step := range 3000 {
			file := func(p string) *File {
				f := &File{Path: p, pending: r.IntN(9) == 0}
				if r.IntN(9) == 0 {
					f.Document = newDocument("", 1, fmt.Sprint(step))
				}
				f.digest = hashOf([]byte(fmt.Sprint(p, step)))
				return f
			}
			p := name()
			switch {
			case r.IntN(3) == 0:
				l = l.remove(p)
				delete(want, p)
			case step%100 == 0:
				var all []*File
				for q := range want {
					if r.IntN(5) == 0 {
						want[q] = file(q)
						all = append(all, want[q])
					}
				}
				l = l.replaceAll(all)
			default:
				want[p] = file(p)
				l = l.put(want[p])
			}
			if step%500 == 0 {
				files := make([]*File, 0, len(want))
				for _, p := range slices.Sorted(maps.Keys(want)) {
					files = append(files, want[p])
				}
				states = append(states, state{l, files})
			}
			if l.get(p) != want[p] {
				t.Fatalf("seed %d: %s is not what was put there", seed, p)
			}
		}
		for _, s := range states { // what came later changed none
			fresh := newFileList(s.files)
			if !slices.Equal(s.list.slice(), s.files) || s.list.digest() != fresh.digest() ||
				!slices.Equal(slices.Collect(s.list.open()), slices.Collect(fresh.open())) ||
				!slices.Equal(slices.Collect(s.list.pending()), slices.Collect(fresh.pending())) {
				t.Fatalf("seed %d: a list of %d files is not what a fresh one is", seed, len(s.files))
			}
			for _, c := range s.list.chunks {
				if n := len(c.files); n == 0 || n > maxChunk {
					t.Fatalf("seed %d: a chunk of %d files", seed, n)
				}
			}
			for _, dir := range []string{"d1", "d1/", "d", "d1/x1", "d9", ""} {
				below := slices.ContainsFunc(s.files, func(f *File) bool { return strings.HasPrefix(f.Path, dir+"/") })
				if s.list.hasDir(dir) != below {
					t.Fatalf("seed %d: hasDir(%q) = %v", seed, dir, !below)
				}
			}
		}
	}
}
