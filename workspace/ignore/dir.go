package ignore

import "slices"

// Dir answers for the entries of one directory that is not ignored itself.
type Dir struct {
	set    *Set
	path   string // with Set.prefix and a slash at the end; "" for a folder without prefix
	layers []layer
	hidden string // why all in it that git does not track is ignored; "" when it is not
}

// Root is the folder itself, with the ignore files that lie in it. Rules from outside never ignore it:
// whoever opens a folder wants to see it.
func (s *Set) Root(files ...File) *Dir {
	d := &Dir{set: s, path: s.prefix, layers: s.outer}
	d.read(files)
	return d
}

// Enter goes down into a directory that Ignored does not reject, with the ignore files that lie in it.
func (d *Dir) Enter(name string, files ...File) *Dir {
	sub := &Dir{set: d.set, path: d.path + name + "/", layers: d.layers, hidden: d.ruled(d.path+name, true, false)}
	sub.read(files)
	return sub
}

func (d *Dir) read(files []File) {
	for _, f := range files {
		kind := slices.Index(ruleFiles[:], f.Name)
		if kind < 0 {
			continue
		}
		where := d.path[len(d.set.prefix):]
		d.layers = add(d.layers, kind, source{compile(f.Text, d.set.fold), len(d.path), "ignored: " + where + f.Name})
	}
}

// Ignored says why an entry of the directory is ignored, in words that name the source
// ("ignored: src/.gitignore"); "" when it is not.
func (d *Dir) Ignored(name string, dir bool) string {
	full := d.path + name
	path := full[len(d.set.prefix):]
	if name == ".git" {
		return "ignored: default (.git)"
	}
	if dir {
		if i := d.set.skip.match(name, true); i >= 0 && !(unlessTracked(name) && d.set.tracks(path, true)) {
			skip := d.set.skip.patterns[i].source
			return "ignored: default (" + skip[:len(skip)-1] + ")"
		}
	}
	if glob := d.set.settings.hides(path, dir); glob != "" {
		return "ignored: settings (" + glob + ")"
	}
	return d.ruled(full, dir, d.set.tracks(path, dir))
}

// ruled says what the ignore files make of a path. Git's rules are not for what it tracks.
func (d *Dir) ruled(full string, dir, tracked bool) string {
	reason := d.hidden
	if tracked {
		reason = ""
	}
	for i := range d.layers { // git, .ignore, the AI kinds
		l := &d.layers[i]
		src, p := l.last(full, dir)
		switch {
		case p == nil || tracked && l.kind == gitKind:
		case !p.negated && reason == "":
			reason = src.reason
		case p.negated && l.kind == dotKind:
			reason = ""
		}
	}
	return reason
}

// last finds the pattern that decides about a path: the last one that matches, of the strongest file.
func (l *layer) last(full string, dir bool) (*source, *pattern) {
	for i := range l.sources {
		src := &l.sources[i]
		if k := src.rules.match(full[src.below:], dir); k >= 0 {
			return src, &src.rules.patterns[k]
		}
	}
	return nil, nil
}
