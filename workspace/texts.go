package workspace

import (
	"sync"
	"weak"

	"github.com/contextls/contextls/workspace/disk"
)

// texts are what was last read of files whose texts were asked for. Every key has some thirty of them asked for again, so each
// is kept until the next collection of garbage: that takes no memory. It is safe for concurrent use.
type texts struct {
	mu   sync.Mutex
	last map[string]weak.Pointer[textOnDisk] // by path
}

// mostTexts is how many paths are remembered at most: more are asked for in turn, not again and again.
const mostTexts = 1024

// textOnDisk is a text as it was read.
type textOnDisk struct {
	disk.Content
	hash Hash
}

// read is a file's text on disk, which is read unless it was and is the same.
func (t *texts) read(from *disk.Folder, rel string) (*textOnDisk, error) {
	t.mu.Lock()
	known := t.last[rel].Value()
	t.mu.Unlock()
	if known != nil && from.Unchanged(rel, known.Content) {
		return known, nil
	}
	content, err := from.Read(rel)
	if err != nil {
		return nil, err
	}
	now := &textOnDisk{content, hashOf([]byte(content.Text))}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last == nil || len(t.last) >= mostTexts {
		t.last = map[string]weak.Pointer[textOnDisk]{}
	}
	t.last[rel] = weak.Make(now)
	return now, nil
}
