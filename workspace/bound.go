package workspace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contextls/contextls/workspace/disk"
)

// DefaultMaxFiles is more than all but a few repositories have. As many of different ones took 4.5 GB while they were indexed.
const DefaultMaxFiles = 100_000

// TooMany is the Problem of files that are not read since their folder has too many.
const TooMany = "too_many_files"

// bound leaves unread what a folder has beyond Options.MaxFiles: of the files that would be read for what they define, those that lie deepest,
// and of those of one depth the last by path. So which ones these are follows from the paths alone. What is open in the editor is read all the
// same, and so are manifests. It gives the files that are yet to be read.
func (f *Folder) bound() []*File {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.files.count() > f.opts.MaxFiles || f.beyond > 0 {
		if changed := f.beyondBound(f.files.slice()); len(changed) > 0 {
			f.files = f.files.replaceAll(changed)
			f.changed()
		}
	}
	return slices.Collect(f.files.pending())
}

// beyondBound counts the files beyond the bound, and gives those that came to lie on its other side as they are now.
func (f *Folder) beyondBound(files []*File) (changed []*File) {
	langs := f.session.langs
	depth := make([]int, len(files)) // -1: it does not count, as what is not on disk yet
	var at []int                     // how many there are of each
	for i, file := range files {
		depth[i] = -1
		if file.stamp != (disk.Stamp{}) && !langs.isManifest(file.Path) && (langs.of(file.Path, "") != nil || mayBeScript(file.Path)) {
			depth[i] = strings.Count(file.Path, "/")
			at = append(at, make([]int, max(0, depth[i]+1-len(at)))...)
			at[depth[i]]++
		}
	}
	deepest, room := 0, f.opts.MaxFiles // the depth of which some are read, and how many
	for deepest < len(at) && at[deepest] <= room {
		room -= at[deepest]
		deepest++
	}
	f.beyond = 0
	for i, file := range files {
		within := depth[i] < deepest
		if depth[i] == deepest && room > 0 {
			within = true
			room--
		}
		if !within {
			f.beyond++
		}
		if file.Document != nil || within == (file.Problem != TooMany) {
			continue
		}
		now := &File{Path: file.Path, Language: file.Language, Size: file.Size, Warning: file.Warning, stamp: file.stamp, pending: within}
		if !within {
			now.Problem = TooMany
			if langs.of(file.Path, "") == nil { // its first line said it
				now.Language = nil
			}
		}
		now.digest = digestOf(now.Path, now.hash)
		changed = append(changed, now)
	}
	return changed
}

// tellBound says what is not read. It needs the lock.
func (f *Folder) tellBound() []string {
	if f.beyond == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d files are not read: the folder has more than %d (maxFiles)", f.beyond, f.opts.MaxFiles)}
}
