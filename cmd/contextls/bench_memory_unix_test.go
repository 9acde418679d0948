//go:build unix

package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/lsptest"
)

// rested is how long a server does nothing before it has ended its workers, gone over to what is kept, and given back what it can.
const rested = 150 * time.Second

// BenchmarkMemory is what a server and all processes that it starts have in memory, each page shared among those that have it, in MB: when
// the folder is indexed and some time after; after a hundred keys, each with a pack, and some time after; and the most there was. The
// program is the one that CONTEXTLS_PROGRAM names, else the test's own. Where the system does not tell (Linux does), there are no figures.
func BenchmarkMemory(b *testing.B) {
	root := benchFolder(b)
	session, folder := openForBench(b, root)
	path := middleFile(b, root, folder.Snapshot())
	session.Close()
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	rest := rested
	if os.Getenv("CONTEXTLS_BENCH") == "" { // nobody waits for the figures of this project
		rest = 0
	}
	for b.Loop() {
		cmd := exec.Command(cmp.Or(os.Getenv("CONTEXTLS_PROGRAM"), os.Args[0]), "serve", "--stdio", "--remote=off")
		cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "CONTEXTLS_") }), // no settings
			asCommand+"=1", "XDG_CACHE_HOME="+b.TempDir())
		e := startForBench(b, cmd)
		peak := watchMemory(cmd.Process.Pid)
		report := func(what string) {
			if size := memoryOf(cmd.Process.Pid); size > 0 {
				b.ReportMetric(size, what+"-MB")
			}
		}
		e.Expect("context/didChangeIndex", "window/logMessage", "client/registerCapability", "workspace/codeLens/refresh")
		e.Initialize(map[string]any{}, root)
		uri := lsptest.URI(path)
		pack := func() {
			e.MustCall("context/pack", map[string]any{"folder": lsptest.URI(root), "targets": []any{map[string]any{"uri": uri}},
				"budget": map[string]any{"tokens": 8000}}, nil)
		}
		pack()
		report("indexed")
		time.Sleep(rest)
		report("rested")
		e.Open(uri, "", 1, string(text))
		for i := range 100 {
			e.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": i + 2},
				"contentChanges": []any{map[string]any{"text": fmt.Sprintf("%s\n%d\n", text, i)}}})
			pack()
		}
		report("worked")
		time.Sleep(rest)
		report("worked-rested")
		if most := peak(); most > 0 {
			b.ReportMetric(most, "peak-MB")
		}
		e.Shutdown()
		_ = cmd.Wait() // of which nothing is asked any more
	}
}

func startForBench(b *testing.B, cmd *exec.Cmd) *lsptest.Editor {
	streams := piped(b, cmd)
	b.Cleanup(func() { streams.Close() })
	return lsptest.New(b, streams)
}

// watchMemory looks at a process and its descendants until it is asked for the most that they had.
func watchMemory(pid int) (most func() float64) {
	stop, peak := make(chan struct{}), make(chan float64)
	go func() {
		var largest float64
		for {
			largest = max(largest, memoryOf(pid))
			select {
			case <-stop:
				peak <- largest
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	return func() float64 {
		close(stop)
		return <-peak
	}
}

// memoryOf is what a process and its descendants have in memory, in MB; 0 where the system does not tell.
func memoryOf(pid int) float64 {
	size := proportional(pid)
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is good
	for _, name := range tasks {
		children, _ := os.ReadFile(name) // nothing of a process that has ended
		for _, child := range strings.Fields(string(children)) {
			if n, err := strconv.Atoi(child); err == nil {
				size += memoryOf(n)
			}
		}
	}
	return size
}

// proportional is a process' memory in MB, where a page that several have counts as much for each as is its share.
func proportional(pid int) float64 {
	rollup, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	_, rest, _ := strings.Cut(string(rollup), "\nPss:")
	if fields := strings.Fields(rest); len(fields) > 0 {
		kilobytes, _ := strconv.ParseFloat(fields[0], 64)
		return kilobytes / 1024
	}
	return 0
}
