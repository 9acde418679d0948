package workspace

import (
	"maps"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
)

// setDocument takes in that a document was opened at a path, or closed (nil).
func (f *Folder) setDocument(rel string, doc *Document) {
	f.mu.Lock()
	if doc == nil {
		delete(f.documents, rel)
	} else {
		f.documents[rel] = doc
	}
	f.mu.Unlock()
	rescan := f.lookAt(rel)
	if doc == nil {
		f.refresh([]string{rel}, rescan)
	} else if rescan {
		f.refresh(nil, true)
	}
}

// edit takes in another text of an open document. Whether the file is listed was settled when it was
// opened and is settled again when something happens on disk; so the disk is not asked.
func (f *Folder) edit(rel string, doc *Document) {
	f.used()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.documents[rel] = doc
	before := f.files.get(rel)
	if before == nil {
		return
	}
	lang := before.Language
	if !f.languageByNeighbours(rel, doc) {
		lang = f.language(rel, doc)
	}
	f.put(f.file(disk.Entry{Path: rel, Stamp: before.stamp}, lang, doc, before))
}

// lookAt brings one path in line with the disk and the editor. It reports whether only a scan can: when
// the path is a directory, or was one, or lies in one that is not known yet, or when what other files are depends on it.
func (f *Folder) lookAt(p string) (rescan bool) {
	var reason string
	var entry disk.Entry
	var err error
	var hidden bool
	for again := true; again; {
		seen := f.listings.Load()
		reason = f.disk.Check(p)
		entry, err = f.disk.Stat(p)
		entry.Path = p
		hidden = err == nil && reason != "" && f.disk.Skips(analysis.Dir(p))
		f.mu.Lock()
		if again = f.listings.Load() != seen; again { // reason is of rules that do not hold any more
			f.mu.Unlock()
		}
	}
	defer f.mu.Unlock()
	before := f.files.get(p)
	doc := f.documents[p]
	langs := f.session.langs
	gone := doc == nil && err != nil
	// What was refused for what is in it is still among what was listed.
	if was, is := before != nil || reason == "" && f.excluded[p] != "", !gone && reason == ""; is && !was {
		rescan = f.turns(p, 1)
	} else if was && !is {
		rescan = f.turns(p, -1)
	}
	if gone || reason != "" {
		if before != nil {
			f.files = f.files.remove(p)
			f.changed()
		}
		if gone {
			reason = ""
		}
		if hidden && underExcluded(f.excluded, p) == "" { // in a new directory, which is left out as a whole
			rescan = true
		}
		f.exclude(p, reason)
		return rescan || doc == nil && (entry.IsDir || f.files.hasDir(p))
	}
	lang := f.language(p, doc)
	if f.languageByNeighbours(p, doc) {
		lang = f.neighbours.of(langs, p)
	}
	f.put(f.file(entry, lang, doc, before))
	f.exclude(p, "")
	return rescan
}

// language is the language of a path by itself: what the editor says, its name, its first line in the
// editor. What is on disk only is looked into when it is read.
func (f *Folder) language(p string, doc *Document) *analysis.Language {
	langs := f.session.langs
	if doc == nil {
		return langs.of(p, "")
	}
	if l := langs.of(p, doc.LanguageID); l != nil || !mayBeScript(p) {
		return l
	}
	return langs.ofScript(doc.text())
}

// file makes the file of the list for a path: of the document open there, else of what is on disk,
// which is to be read. Until then it stands with what was read before.
func (f *Folder) file(entry disk.Entry, lang *analysis.Language, doc *Document, before *File) *File {
	p := entry.Path
	file := &File{Path: p, Language: lang, Document: doc, Size: entry.Stamp.Size, stamp: entry.Stamp, Warning: f.disk.Warning(p)}
	if doc != nil {
		file.Size = int64(len(doc.Text))
	}
	manifest := f.session.langs.isManifest(p)
	file.pending = doc == nil && (lang != nil || manifest || mayBeScript(p))
	if lang == nil && before != nil && file.pending && before.Document == nil {
		file.Language = before.Language // by its first line, until that is read again
	}
	if before != nil && before.Language == file.Language {
		file.hash, file.facts, file.manifest = before.hash, before.facts, before.manifest
	}
	file.digest = digestOf(p, file.hash)
	if doc != nil && manifest {
		file.manifest = f.session.langs.condense(p, []byte(doc.text()))
	}
	return file
}

// The following run under the lock.

// put puts a file in the list, in place of the one at its path if there is one.
func (f *Folder) put(file *File) {
	f.files = f.files.put(file)
	f.changed()
}

// exclude notes why a path is left out; "" is that it is not. What an ignored directory holds goes
// without saying.
func (f *Folder) exclude(rel, reason string) {
	if f.excluded[rel] == reason || reason != "" && underExcluded(f.excluded, rel) != "" {
		return
	}
	if f.taken {
		f.excluded, f.taken = maps.Clone(f.excluded), false
	}
	if reason == "" {
		delete(f.excluded, rel)
	} else {
		f.excluded[rel] = reason
	}
	delete(f.forbidden, rel)
	if reason == disk.Forbidden {
		f.forbidden[rel] = true
	}
	f.changed()
}

// underExcluded is the reason for which a directory above a path is left out.
func underExcluded(excluded map[string]string, rel string) string {
	for dir := analysis.Dir(rel); dir != ""; dir = analysis.Dir(dir) {
		if reason := excluded[dir+"/"]; reason != "" {
			return reason
		}
	}
	return ""
}

// changed notes that the present snapshot is out of date.
func (f *Folder) changed() {
	f.snapshot = nil
	f.status.Updated = time.Now()
}
