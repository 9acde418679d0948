package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/contextls/contextls/analysis/lang"
	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/parse"
)

// Parse workers: enough for any file that a person would read, and no more time than a person waits.
const (
	workerMemory = 512 << 20
	workerTime   = 2 * time.Second // of a processor
	maxWorkers   = 8               // each holds a few tens of megabytes

	// Hardly anything outlives its file, so that there is little to scan whenever that is done. At 400 kubernetes takes 0.92 times as long,
	// django as long as here, and a worker has 14 MB more until it rests. Where one file holds much, the heap grows by less (Go's memory
	// limit).
	workerGCPercent = 200
	workerHeap      = 128 << 20
)

// historyLength is how many commits are read for co-change: a few years of a busy project.
const historyLength = 5000

func sessionOptions(log *slog.Logger) (workspace.Options, error) {
	self, err := parse.Self()
	if err != nil {
		return workspace.Options{}, fmt.Errorf("cannot start parse workers: %w", err)
	}
	return workspace.Options{
		Languages: lang.All(),
		Parse: parse.Options{
			Command: []string{self, "parse-worker"},
			Workers: min(runtime.GOMAXPROCS(0), maxWorkers),
			Limit:   workerTime,
		},
		Cache:   workspace.Cache{Dir: cacheDir(), Program: self},
		History: historyLength,
		Log:     log,
	}, nil
}

// parseWorker is the whole life of a worker process.
func parseWorker() int {
	if err := parse.LimitMemory(workerMemory); err != nil {
		fmt.Fprintln(stderr(), "no memory limit:", err)
	}
	collectLess(workerGCPercent)
	debug.SetMemoryLimit(workerHeap)
	go giveBack(context.Background())
	if err := parse.Work(os.Stdin, os.Stdout, lang.All()); err != nil {
		fmt.Fprintln(stderr(), err)
		return exitFailed
	}
	return exitOK
}

// opened is a folder that a call is about.
type opened struct {
	*commandLine
	*openFolder
	root string
	conf settings.Configuration
	snap *workspace.Snapshot // what to answer for
}

// stop ends the call's use of the folder.
func (o *opened) stop() { o.shelf.release(o.commandLine, o.openFolder) }

// wire writes answers about the folder as the server does, for --json.
func (o *opened) wire() lsp.Wire { return lsp.Wire{Version: buildVersion(), Folder: o.folder} }

// open indexes a folder, with a progress bar on a terminal.
func (c *commandLine) open(dir string) (*opened, error) {
	o, err := c.begin(dir)
	if err != nil {
		return nil, err
	}
	if o.snap, err = o.fresh(c.ctx, c.unsaved(c.ctx, o.root)); err != nil {
		o.stop()
		return nil, err
	}
	o.warn()
	o.tellUnsaved()
	return o, nil
}

// tellUnsaved says what was seen as editors have it.
func (o *opened) tellUnsaved() {
	if paths := o.snap.Unsaved(); len(paths) > 0 {
		fmt.Fprintln(o.err, "contextls: with what is not saved of", render.Line(strings.Join(paths, ", ")))
	}
}

// abs is the absolute path of what is named on the command line.
func (c *commandLine) abs(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(c.dir, name)
}

// folderAt is the absolute path of a folder named on the command line of this process.
func folderAt(dir string) (string, error) {
	root, err := filepath.Abs(dir)
	if err == nil {
		err = checkFolder(root, dir)
	}
	return root, err
}

// checkFolder wants a folder at an absolute path, which was named so.
func checkFolder(root, named string) error {
	info, err := os.Stat(root)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such folder", named)
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder", named)
	}
	return nil
}

// begin starts to index a folder.
func (c *commandLine) begin(dir string) (*opened, error) {
	root := c.abs(dir)
	if err := checkFolder(root, dir); err != nil {
		return nil, err
	}
	conf := configuration(root, c.err)
	k, err := c.shelf.open(c, root, conf, c.draw())
	if err != nil {
		return nil, err
	}
	return &opened{commandLine: c, openFolder: k, root: root, conf: conf}, nil
}

// warn says what does not work as it should.
func (o *opened) warn() {
	for _, reason := range o.folder.Status().Degraded {
		fmt.Fprintln(o.err, "contextls: degraded:", reason)
	}
}

// drawProgress draws one line over the last, and wipes it at the end.
func drawProgress(w io.Writer, s workspace.Status) {
	const width = 30
	if s.State != workspace.Indexing {
		fmt.Fprint(w, "\r\x1b[K")
		return
	}
	if s.Total > 0 {
		filled := width * min(s.Done, s.Total) / s.Total
		fmt.Fprintf(w, "\r\x1b[Kindexing [%s%s] %d of %d files", strings.Repeat("=", filled), strings.Repeat(" ", width-filled), s.Done, s.Total)
	}
}

// file turns a file named on the command line, relative to the folder or to where the shell is, into its
// absolute path.
func (o *opened) file(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	inFolder := filepath.Join(o.root, name)
	if _, err := os.Stat(inFolder); err == nil {
		return inFolder
	}
	if here := o.abs(name); here != inFolder {
		if _, err := os.Stat(here); err == nil {
			return here
		}
	}
	return inFolder // it may be yet to be written
}

func (o *opened) files(names []string) []string {
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = o.file(name)
	}
	return paths
}
