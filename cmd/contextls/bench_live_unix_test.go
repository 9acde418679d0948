//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
)

// BenchmarkLive is how long a person waits who works in a repository. What is typed is not saved; the file is one of
// middle size, and p50 and p99 are of all that was done.
func BenchmarkLive(b *testing.B) {
	root := benchFolder(b)
	session, folder := openForBench(b, root)
	defer session.Close()
	if _, err := folder.Snapshot().Graph(context.Background()); err != nil {
		b.Fatal(err)
	}
	path := middleFile(b, root, folder.Snapshot())
	if named := os.Getenv("CONTEXTLS_BENCH_FILE"); named != "" {
		path = filepath.Join(root, named)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	middle := len(text)/2 + bytes.IndexByte(text[len(text)/2:], '\n') + 1
	e, ctx := engine.New(settings.Default()), context.Background()
	session.Open(path, "", 1, string(text))
	version := int32(1)
	edit := func(text string) {
		version++
		session.Edit(path, version, text)
	}
	pack := func(target string) error {
		tokens := 8000
		_, err := e.Pack(ctx, folder.Snapshot(), engine.PackRequest{Targets: engine.Targets([]string{target}), Budget: engine.Budget{Tokens: &tokens}})
		return err
	}
	typed := func(at int) { // a line that was never there before, and is no code
		edit(fmt.Sprintf("%skey %d\n%s", text[:at], version, text[at:]))
	}
	name := func(i int) string { return definitionIn(path, fmt.Sprintf("freshName%d", i)) }
	head := headOf(path, string(text))
	for _, work := range []struct {
		name string
		do   func(i int) error
	}{
		{"Pack", func(int) error { return pack(path) }},
		{"Task", func(int) error { // without a target
			tokens := 8000
			_, err := e.Pack(ctx, folder.Snapshot(), engine.PackRequest{Task: "fix the error message of a failed query", Budget: engine.Budget{Tokens: &tokens}})
			return err
		}},
		{"Query", func(int) error { // p99 is the first one
			_, err := e.Query(ctx, folder.Snapshot(), engine.Query{Text: "where is the error message made"})
			return err
		}},
		{"Key", func(int) error { typed(middle); return pack(path) }},
		{"KeyAtTop", func(int) error { typed(0); return pack(path) }},
		{"KeySymbols", func(int) error {
			typed(middle)
			_, err := e.Symbols(ctx, folder.Snapshot(), path)
			return err
		}},
		{"Name", func(i int) error { edit(string(text) + "\n" + name(i) + "\n"); return pack(path) }},
		{"File", func(i int) error {
			beside := filepath.Join(filepath.Dir(path), fmt.Sprintf("fresh%d%s", i, filepath.Ext(path)))
			session.Open(beside, "", 1, head+name(i)+"\n") // and stays: one that goes would leave its number to the next
			return pack(beside)
		}},
	} {
		b.Run(work.name, func(b *testing.B) { measure(b, work.do) })
	}
}

// measure does something again and again, and says how long it took.
func measure(b *testing.B, do func(i int) error) {
	var took []time.Duration
	before := cpu(b)
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		if err := do(i); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	used := cpu(b) - before
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), "p50-ms")
	b.ReportMetric(ms(took[len(took)*95/100]), "p95-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), "p99-ms")
	b.ReportMetric(ms(used)/float64(len(took)), "cpu-ms/op")
}

// ownProcesses are this process and the ones that it started and that have not ended: what /proc/PID/stat has of each, without the
// program's name.
func ownProcesses() (all [][]string) {
	self := strconv.Itoa(os.Getpid())
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is good
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		pid, rest, _ := strings.Cut(string(text), " (")
		_, rest, _ = strings.Cut(rest, ") ")
		if fields := append([]string{pid, ""}, strings.Fields(rest)...); len(fields) > 23 && (fields[3] == self || pid == self) {
			all = append(all, fields)
		}
	}
	return all
}

// definitionIn is a new top-level definition in the language of a file.
func definitionIn(path, name string) string {
	switch filepath.Ext(path) {
	case ".go":
		return "func " + name + "() {}"
	case ".py":
		return "def " + name + "():\n    pass"
	case ".rs":
		return "pub fn " + name + "() {}"
	case ".js", ".jsx", ".ts", ".tsx", ".mjs":
		return "export function " + name + "() {}"
	case ".rb":
		return "def " + name + "\nend"
	case ".php":
		return "function " + name + "() {}"
	case ".md":
		return "# " + name
	}
	return "int " + name + "() { return 0; }"
}

// headOf is what a new file beside another begins with.
func headOf(path, text string) string {
	switch filepath.Ext(path) {
	case ".go":
		return regexp.MustCompile(`(?m)^package .*\n`).FindString(text)
	case ".php":
		return "<?php\n" + regexp.MustCompile(`(?m)^namespace .*\n`).FindString(text)
	}
	return ""
}
