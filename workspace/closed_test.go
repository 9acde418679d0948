package workspace

import (
	"context"
	"testing"
	"time"
)

// Who waits for a folder that is closed meanwhile is not kept waiting.
func TestClosedFolderKeepsNobodyWaiting(t *testing.T) {
	f := newFolder(&Session{}, t.TempDir(), nil, Options{})
	waits := make(chan error, 1)
	go func() { waits <- f.Ready(context.Background()) }()
	close(f.ended)
	select {
	case err := <-waits:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(2 * time.Minute):
		t.Error("it is waited for for ever")
	}
}

func TestForFolder(t *testing.T) {
	opts := Options{Ignore: []string{"a"}, ForFolder: func(root string, o *Options) { o.Ignore = append(o.Ignore, root) }}
	s := NewSession(opts)
	defer s.Close()
	for range 2 {
		root := t.TempDir()
		f, err := s.AddFolder(root)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.opts.Ignore) != 2 || f.opts.Ignore[1] != root || f.opts.MaxFileBytes != DefaultMaxFileBytes {
			t.Errorf("the folder's options are %+v", f.opts)
		}
	}
}
