//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
	tsgo "github.com/tree-sitter/tree-sitter-go/bindings/go"
	tsjava "github.com/tree-sitter/tree-sitter-java/bindings/go"
	tsjavascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	tspython "github.com/tree-sitter/tree-sitter-python/bindings/go"
	tsruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	tsrust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	tstypescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/packages"
)

// benchFolder is a clone of a real repository: the one that CONTEXTLS_BENCH names, else this one.
func benchFolder(b *testing.B) string {
	dir := os.Getenv("CONTEXTLS_BENCH")
	if dir == "" {
		dir = "../.."
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		b.Fatal(err)
	}
	return abs
}

func openForBench(b *testing.B, root string) (*workspace.Session, *workspace.Folder) {
	opts, err := sessionOptions(slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	session := workspace.NewSession(opts)
	folder, err := session.AddFolder(root)
	if err == nil {
		err = folder.Ready(context.Background())
	}
	if err != nil {
		b.Fatal(err)
	}
	return session, folder
}

// cpu is the processor time used so far by this process and its children: of those that have not ended, where the system tells.
func cpu(b *testing.B) time.Duration {
	sum := used(b, syscall.RUSAGE_SELF) + used(b, syscall.RUSAGE_CHILDREN)
	for _, fields := range ownProcesses() {
		if fields[0] != strconv.Itoa(os.Getpid()) {
			user, _ := strconv.Atoi(fields[13])
			system, _ := strconv.Atoi(fields[14])
			sum += time.Duration(user+system) * 10 * time.Millisecond // the system's ticks
		}
	}
	return sum
}

func used(b *testing.B, who int) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(who, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkColdIndex indexes a repository from nothing, workers and git included, and compares its
// processor time with that of parsing the same files with the same grammars and nothing else.
func BenchmarkColdIndex(b *testing.B) {
	root := benchFolder(b)
	for b.Loop() {
		start, own := cpu(b), used(b, syscall.RUSAGE_SELF)
		session, folder := openForBench(b, root)
		snap := folder.Snapshot()
		if _, err := snap.Graph(context.Background()); err != nil {
			b.Fatal(err)
		}
		session.Close()
		index := cpu(b) - start
		own = used(b, syscall.RUSAGE_SELF) - own
		files, parse := parseAlone(b, root, snap)
		b.ReportMetric(float64(files), "files")
		b.ReportMetric(index.Seconds(), "cpu-s/index")
		b.ReportMetric(own.Seconds(), "cpu-s/own") // without workers and git
		b.ReportMetric(parse.Seconds(), "cpu-s/parse")
		b.ReportMetric(index.Seconds()/parse.Seconds(), "index/parse")
	}
}

func parseAlone(b *testing.B, root string, snap *workspace.Snapshot) (files int, used time.Duration) {
	parsers := map[string]*sitter.Parser{}
	for id, language := range map[string]*sitter.Language{
		"go": sitter.NewLanguage(tsgo.Language()), "python": sitter.NewLanguage(tspython.Language()),
		"javascript": sitter.NewLanguage(tsjavascript.Language()), "javascriptreact": sitter.NewLanguage(tsjavascript.Language()),
		"java": sitter.NewLanguage(tsjava.Language()), "rust": sitter.NewLanguage(tsrust.Language()), "ruby": sitter.NewLanguage(tsruby.Language()),
		"typescript": sitter.NewLanguage(tstypescript.LanguageTypescript()), "typescriptreact": sitter.NewLanguage(tstypescript.LanguageTSX()),
	} {
		parsers[id] = sitter.NewParser()
		parsers[id].SetLanguage(language)
	}
	start := cpu(b)
	for _, f := range snap.Files() {
		if f.Language == nil || parsers[f.Language.ID] == nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, f.Path))
		if err != nil {
			b.Fatal(err)
		}
		tree, err := parsers[f.Language.ID].ParseCtx(context.Background(), nil, text)
		if err != nil {
			b.Fatal(err)
		}
		tree.Close()
		files++
	}
	return files, cpu(b) - start
}

// BenchmarkReopen opens a repository in which nothing has changed since the last time, and packs 8,000 tokens: all
// that a shell command does but starting.
func BenchmarkReopen(b *testing.B) {
	root := benchFolder(b)
	opts, err := sessionOptions(slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	opts.Cache.Dir, opts.Cache.MaxBytes = b.TempDir(), 1<<30
	tokens := 8000
	request := engine.PackRequest{Task: "Fix the error message", Budget: engine.Budget{Tokens: &tokens}}
	open := func() {
		session := workspace.NewSession(opts)
		defer session.Close()
		folder, err := session.AddFolder(root)
		if err == nil {
			err = folder.Ready(context.Background())
		}
		if err == nil {
			_, err = engine.New(settings.Default()).Pack(context.Background(), folder.Snapshot(), request)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	open()
	start := cpu(b)
	for b.Loop() {
		open()
	}
	b.ReportMetric((cpu(b)-start).Seconds()*1000/float64(b.N), "cpu-ms/op")
}

// BenchmarkEditToPack types a line into a file of middle size, unsaved, and packs for it.
func BenchmarkEditToPack(b *testing.B) {
	root := benchFolder(b)
	session, folder := openForBench(b, root)
	defer session.Close()
	e := engine.New(settings.Default())
	path := middleFile(b, root, folder.Snapshot())
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	session.Open(path, "", 1, string(text))
	request := engine.PackRequest{Targets: engine.Targets([]string{path})}
	version := int32(1)
	for b.Loop() {
		version++
		session.Edit(path, version, string(text)+strings.Repeat("\n", int(version%7)))
		if _, err := e.Pack(context.Background(), folder.Snapshot(), request); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWarmPack packs for a file again and again, and BenchmarkRepoMap draws the map.
func BenchmarkWarmPack(b *testing.B) {
	root := benchFolder(b)
	session, folder := openForBench(b, root)
	defer session.Close()
	e := engine.New(settings.Default())
	request := engine.PackRequest{Targets: engine.Targets([]string{middleFile(b, root, folder.Snapshot())})}
	for b.Loop() {
		if _, err := e.Pack(context.Background(), folder.Snapshot(), request); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRepoMap(b *testing.B) {
	session, folder := openForBench(b, benchFolder(b))
	defer session.Close()
	e := engine.New(settings.Default())
	for b.Loop() {
		if _, err := e.Map(context.Background(), folder.Snapshot(), engine.MapRequest{}); err != nil {
			b.Fatal(err)
		}
	}
}

// middleFile is the first source file of 10 to 40 KB, by path.
func middleFile(b *testing.B, root string, snap *workspace.Snapshot) string {
	for _, f := range snap.Files() {
		if f.Language != nil && 10_000 < f.Size && f.Size < 40_000 {
			return filepath.Join(root, filepath.FromSlash(f.Path))
		}
	}
	b.Fatal(fs.ErrNotExist)
	return ""
}

// BenchmarkPackages packs for every file that imports packages, each once: a first pack, with what is read of packages
// and without, and how many of the names that are taken out of modules of installed packages are shown.
func BenchmarkPackages(b *testing.B) {
	root := benchFolder(b)
	session, folder := openForBench(b, root)
	defer session.Close()
	ctx, snap := context.Background(), folder.Snapshot()
	graph, err := snap.Graph(ctx)
	if err != nil {
		b.Fatal(err)
	}
	off := settings.Default()
	off.Dependencies = settings.DependenciesOff
	with, without := engine.New(settings.Default()), engine.New(off)
	for b.Loop() {
		var named, shown, files, absent int
		var told []taken
		unknown := map[string]bool{}
		var first, warm, bare time.Duration
		for n := range int32(graph.Len()) {
			names := takenNames(graph, n)
			if len(names) == 0 {
				continue
			}
			files++
			request := engine.PackRequest{Targets: engine.Targets([]string{graph.Path(n)})}
			pack := func(e *engine.Engine) time.Duration {
				start := cpu(b)
				p, err := e.Pack(ctx, snap, request)
				if err != nil {
					b.Fatal(err)
				}
				took := cpu(b) - start
				for _, w := range p.Warnings {
					if strings.Contains(w, " is not in ") {
						unknown[w] = true
					}
				}
				return took
			}
			pack(without)
			bare += pack(without)
			first += pack(with)
			warm += pack(with)
			uses, err := with.Dependencies(ctx, snap, engine.Subject{Path: graph.Path(n)})
			if err != nil {
				b.Fatal(err)
			}
			has := map[string][]shownAt{}
			for _, p := range uses.Packages {
				for _, name := range p.Names {
					has[name.Symbol.Name] = append(has[name.Symbol.Name], shownAt{name.Path, name.Symbol.Line + 1, p.Name})
				}
			}
			for name, link := range names {
				m, err := folder.Packages().Read(ctx, packages.Everywhere, graph.File(n), link, *graph.Imports(n)[link].Package, nil)
				if err != nil {
					b.Fatal(err)
				}
				if len(m.Files) == 0 {
					absent++
					continue
				}
				if has[name] == nil && standsForModule(m.Files, name) { // its members are shown
					continue
				}
				named++
				if has[name] != nil {
					shown++
					told = append(told, taken{filepath.Join(root, filepath.FromSlash(graph.Path(n))), placeOf(graph.File(n), graph.Imports(n)[link].Import(), name), name, has[name]})
				} else if testing.Verbose() {
					b.Logf("%s: %s", graph.Path(n), name)
				}
			}
		}
		writeTaken(b, told)
		b.ReportMetric(float64(files), "files")
		b.ReportMetric(float64(absent), "absent")
		b.ReportMetric(float64(shown)/float64(max(named, 1)), "share")
		b.ReportMetric(float64(named), "names")
		b.ReportMetric(float64(len(unknown)), "unknown")
		for w := range unknown {
			b.Log(w)
		}
		b.ReportMetric(float64((first-bare).Microseconds())/1000/float64(max(files, 1)), "first-ms")
		b.ReportMetric(float64((warm-bare).Microseconds())/1000/float64(max(files, 1)), "warm-ms")
	}
}

// taken is a name that a file takes out of a package, where the file uses it first, and what is shown of it. Another program can
// compare that with what a compiler knows.
type taken struct {
	File  string
	Place int // a byte offset; -1 where that is not known
	Name  string
	Shown []shownAt
}

type shownAt struct {
	Path    string
	Line    uint32 // from 1 on
	Package string
}

// placeOf is where a file first uses a name that an import brings; -1 where that is not known.
func placeOf(file *analysis.File, imp *analysis.Import, name string) int {
	module := imp.Local
	if module == "" && len(imp.Names) == 0 {
		module = path.Base(imp.Specifier)
	}
	local := ""
	for _, binding := range imp.Names {
		if binding.Name == name {
			local = binding.Local
		}
	}
	first, places := -1, file.Facts.Get().Places
	for i := range file.Facts.Get().References {
		ref := &file.Facts.Get().References[i]
		n := min(int(ref.Count), len(places))
		is := ref.Qualifier == "" && ref.Name == local || ref.Qualifier == module && module != "" && ref.Name == name
		if n > 0 && is && (first < 0 || int(places[0]) < first) {
			first = int(places[0])
		}
		places = places[n:]
	}
	return first
}

// writeTaken writes what is shown of names to the file that CONTEXTLS_NAMES names, as JSON lines.
func writeTaken(b *testing.B, told []taken) {
	file := os.Getenv("CONTEXTLS_NAMES")
	if file == "" {
		return
	}
	var out bytes.Buffer
	for _, t := range told {
		line, err := json.Marshal(t)
		if err != nil {
			b.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
}

// takenNames are the names that a file takes out of packages and uses, each with the number of an import that it is of.
func takenNames(graph *analysis.Graph, n int32) map[string]int {
	names := map[string]int{}
	links := graph.Imports(n)
	file := graph.File(n)
	for i := range links {
		imp := links[i].Import()
		if links[i].Package == nil {
			continue
		}
		for _, binding := range imp.Names {
			if at := strings.LastIndex(binding.Name, "::"); at >= 0 { // Ruby's are imports where they are used
				names[binding.Name[at+2:]] = i
			}
		}
		for _, ref := range file.Facts.Get().References {
			name := ref.Name
			if name == "new" && file.Language.Constructor != "" {
				name = file.Language.Constructor
			}
			for _, binding := range imp.Names {
				if ref.Qualifier == "" && ref.Name == binding.Local && binding.Name != "default" && !isModule(file, binding.Local) {
					names[binding.Name] = i
				}
				if dotted := strings.ReplaceAll(binding.Local, "::", "."); dotted != binding.Local && ref.Qualifier == dotted {
					names[name] = i
				}
			}
			local := imp.Local
			if local == "" && len(imp.Names) == 0 {
				local = path.Base(imp.Specifier)
			}
			if local != "" && ref.Qualifier == local && !isModule(file, local+"."+ref.Name) {
				names[ref.Name] = i
			}
		}
	}
	return names
}

// standsForModule reports whether files call a module as a whole by a name: import * as z from './z'; export { z }.
func standsForModule(files []analysis.File, name string) bool {
	return slices.ContainsFunc(files, func(f analysis.File) bool {
		return slices.ContainsFunc(f.Facts.Get().Imports, func(imp analysis.Import) bool { return imp.Local == name })
	})
}

// isModule reports whether a path in a Rust file is a module's for sure: by convention other names before a name are in
// upper case.
func isModule(file *analysis.File, p string) bool {
	name := p[strings.LastIndexByte(p, '.')+1:]
	return file.Language.ID == "rust" && name == strings.ToLower(name) && slices.ContainsFunc(file.Facts.Get().References, func(r analysis.Reference) bool {
		return r.Qualifier == p || strings.HasPrefix(r.Qualifier, p+".")
	})
}
