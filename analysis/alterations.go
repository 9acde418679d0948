package analysis

import "slices"

// alterations are what other files see of some files otherwise than before.
type alterations struct {
	names map[string]bool // the names that they define otherwise
	more  bool            // that is not all
	few   FewNames        // the names, once all files are added
}

// add adds what another version of a file changes.
func (a *alterations) add(old, now *File) {
	was, is := old.Facts.Get(), now.Facts.Get()
	if a.more = a.more || !now.Language.Included || was == nil || is == nil || !sameWithoutSymbols(was, is) || len(is.Exports) > 0; a.more {
		return
	}
	if a.names == nil {
		a.names = map[string]bool{}
	}
	before, after := symbolsByName(was), symbolsByName(is)
	for name := range before {
		if len(after[name]) == 0 {
			a.names[name] = true
		}
	}
	for name, symbols := range after {
		if !slices.EqualFunc(before[name], symbols, sameToOthers) {
			a.names[name] = true
		}
	}
}

// symbolsByName are a file's symbols of each name.
func symbolsByName(f *Facts) map[string][]*Symbol {
	all := map[string][]*Symbol{}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		all[s.Name] = append(all[s.Name], s)
	}
	return all
}

// done says that all files are added.
func (a *alterations) done() { a.few = NewFewNames(a.names) }

// spare reports whether a file that depends on some of the files is linked as before: all that is asked of them is who defines
// the names that it refers to, and these are defined as they were.
func (a *alterations) spare(file *File) bool {
	return !a.more && file.Language.Included && file.Facts != nil &&
		!slices.ContainsFunc(file.Facts.Get().References, func(r Reference) bool { return a.few.Has(r.Name) })
}
