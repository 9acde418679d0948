package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/settings"
)

// A daemon that is asked about many folders keeps the last of them, and those that are in use.
func TestShelfIsFull(t *testing.T) {
	shelf := newShelf(slog.New(slog.DiscardHandler), true)
	t.Cleanup(shelf.close)
	conf := settings.Sources{}.Load("", nil)
	root := t.TempDir()
	busy := &commandLine{}
	var first *openFolder
	for i := range keepMost + 3 {
		dir := filepath.Join(root, fmt.Sprint(i))
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		c := &commandLine{}
		k, err := shelf.open(c, dir, conf, nil)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if first, err = shelf.open(busy, dir, conf, nil); err != nil || first != k {
				t.Fatalf("%v: the folder is opened twice", err)
			}
		}
		shelf.release(c, k)
	}
	if n := len(shelf.folders); n != keepMost+1 {
		t.Errorf("%d folders are kept", n)
	}
	shelf.release(busy, first)
	if n := len(shelf.folders); n != keepMost {
		t.Errorf("%d folders are kept", n)
	}
	shelf.sweep(func(k *openFolder) bool { return time.Since(k.used) > keepFor })
	if n := len(shelf.folders); n != keepMost {
		t.Errorf("%d folders are kept after a short while", n)
	}
}
