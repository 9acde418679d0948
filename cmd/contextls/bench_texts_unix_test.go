//go:build unix

package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// BenchmarkOddTexts packs for a target that no person wrote, after an edit of it, without a deadline and with one of 50 ms.
func BenchmarkOddTexts(b *testing.B) {
	var definitions strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&definitions, "def f%d(): 0\n", i)
	}
	minified := strings.Repeat("function a(b){return b+1};", 30<<20/26)
	for _, c := range []struct{ name, file, text, tokenizer string }{
		{"100k-definitions", "a.py", definitions.String(), ""},
		{"1MB-line", "a.js", "x=[" + strings.Repeat(`"a",`, 1<<18) + "]\n", ""},
		{"30MB-minified", "a.js", minified, ""},
		{"30MB-minified-counted", "a.js", minified, "o200k_base"},
		{"30MB-lines", "a.txt", strings.Repeat("some words of a log, 123\n", 30<<20/25), ""},
	} {
		for _, task := range []string{"", "make f77 return the words of a log"} {
			for _, limit := range []time.Duration{time.Hour, 50 * time.Millisecond} {
				b.Run(fmt.Sprintf("%s/task=%v/deadline=%v", c.name, task != "", limit), func(b *testing.B) {
					root := b.TempDir()
					for i := range 20 {
						if err := os.WriteFile(filepath.Join(root, fmt.Sprintf("b%d.py", i)), []byte("import a\n\ndef g():\n    return a.f7()\n"), 0o666); err != nil {
							b.Fatal(err)
						}
					}
					opts, err := sessionOptions(slog.New(slog.DiscardHandler))
					if err != nil {
						b.Fatal(err)
					}
					session := workspace.NewSession(opts)
					defer session.Close()
					folder, err := session.AddFolder(root)
					if err == nil {
						err = folder.Ready(context.Background())
					}
					if err != nil {
						b.Fatal(err)
					}
					e := engine.New(settings.Default())
					path := filepath.Join(folder.Root(), c.file)
					session.Open(path, "", 1, c.text)
					request := engine.PackRequest{Targets: engine.Targets([]string{path}), Task: task, Budget: engine.Budget{Tokenizer: c.tokenizer}}
					version, used := int32(1), time.Duration(0)
					for b.Loop() {
						version++
						b.StopTimer()
						session.Edit(path, version, c.text+strings.Repeat("\n", int(version%7)))
						if _, err := folder.Snapshot().Graph(context.Background()); err != nil {
							b.Fatal(err)
						}
						b.StartTimer()
						start := cpu(b)
						ctx, cancel := context.WithTimeout(context.Background(), limit)
						if _, err := e.Pack(ctx, folder.Snapshot(), request); err != nil {
							b.Fatal(err)
						}
						cancel()
						used += cpu(b) - start
					}
					b.ReportMetric(float64(used.Microseconds())/1000/float64(b.N), "cpu-ms/pack")
				})
			}
		}
	}
}

// BenchmarkBesideSlowDocument packs for one document, an edit before each pack, while somebody types in another that takes
// for ever to be read, and while nobody does.
func BenchmarkBesideSlowDocument(b *testing.B) {
	for _, c := range []struct{ name, file, text string }{
		{"java", "A.java", "class A { int x = " + strings.Repeat("a<b<", 250_000) + " }\n"},
		{"javascript", "a.js", strings.Repeat("`${", 20_000) + "\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			root := benchFolder(b)
			session, folder := openForBench(b, root)
			defer session.Close()
			e := engine.New(settings.Default())
			path, slow := middleFile(b, root, folder.Snapshot()), filepath.Join(root, c.file)
			text, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			session.Open(path, "", 1, string(text))
			session.Open(slow, "", 1, c.text)
			version := int32(1)
			pack := func() time.Duration {
				version++
				start := time.Now()
				session.Edit(path, version, string(text)+strings.Repeat("\n", int(version%7)))
				if _, err := e.Pack(context.Background(), folder.Snapshot(), engine.PackRequest{Targets: engine.Targets([]string{path})}); err != nil {
					b.Fatal(err)
				}
				return time.Since(start)
			}
			var idle, beside []time.Duration
			for b.Loop() {
				time.Sleep(3 * time.Second) // until nothing is read any more
				for range 50 {
					idle = append(idle, pack())
				}
				for n := range int32(50) {
					if n%10 == 0 {
						session.Edit(slow, version+n+1, c.text+strings.Repeat(" ", int(version+n)))
						pack()
						time.Sleep(400 * time.Millisecond) // so that it is being read
					}
					beside = append(beside, pack())
				}
			}
			p95 := func(all []time.Duration) float64 {
				slices.Sort(all)
				return float64(all[len(all)*95/100].Microseconds()) / 1000
			}
			b.ReportMetric(p95(idle), "idle-p95-ms")
			b.ReportMetric(p95(beside), "beside-p95-ms")
			b.ReportMetric(p95(beside)/p95(idle), "times")
		})
	}
}
