package budget

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
)

// golden runs a test for every txtar file of a folder. The archive's comment holds "key value" lines;
// produce gets the files that are not golden, and answers the golden ones, whose names begin with "want".
func golden(t *testing.T, folder string, produce func(t *testing.T, options map[string]string, files []txtar.File) []txtar.File) {
	names, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no tests in %s: %v", folder, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			ar := txtar.Parse(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
			options := map[string]string{}
			for line := range strings.Lines(string(ar.Comment)) {
				if key, value, ok := strings.Cut(strings.TrimSpace(line), " "); ok && key[0] != '#' {
					options[key] = value
				}
			}
			var input, want []txtar.File
			for _, f := range ar.Files {
				if strings.HasPrefix(f.Name, "want") {
					want = append(want, f)
				} else {
					input = append(input, f)
				}
			}
			got := produce(t, options, input)
			if *update {
				ar.Files = append(input, got...)
				if err := os.WriteFile(name, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(texts(want), texts(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func texts(files []txtar.File) []string {
	var out []string
	for _, f := range files {
		out = append(out, "-- "+f.Name+" --\n"+string(f.Data))
	}
	return out
}

// candidate is made of a file named "role path [uses…]"; roles are target, pinned, import, related,
// manual and missing.
func candidate(f txtar.File, index int) Candidate {
	words := strings.Fields(f.Name)
	text := string(f.Data)
	c := Candidate{Path: words[1], Uses: words[2:], Score: 1 / float64(index+1), Relationship: words[0],
		Size: len(text), Load: func() (string, error) { return text, nil }}
	if strings.HasSuffix(c.Path, ".py") {
		c.Fence, c.Symbols = "python", SymbolsOf(symbolsOf(text))
	}
	switch words[0] {
	case "target", "missing":
		c.Tier, c.Missing, c.Reasons = TierTarget, words[0] == "missing", []string{"is a target"}
	case "import":
		c.Tier, c.Reasons = TierImport, []string{"shop/cart.py imports " + strings.Join(c.Uses, ", ") + " from it"}
	case "related":
		c.Tier, c.Reasons = TierRelated, []string{"imports shop/cart.py"}
	case "manual", "pinned":
		c.Tier, c.Pinned = TierManual, words[0] == "pinned"
	}
	return c
}

func TestPackGolden(t *testing.T) {
	golden(t, "pack", func(t *testing.T, options map[string]string, files []txtar.File) []txtar.File {
		req := Request{Name: "shop", Task: options["task"], Format: options["format"], Summary: options["detail"] == "summary",
			Order: options["order"], LineNumbers: options["numbers"] != ""}
		req.MapTokens, _ = strconv.Atoi(options["map"])
		for i, f := range files {
			c := candidate(f, i)
			req.Candidates = append(req.Candidates, c)
			if !c.Missing {
				req.Map = append(req.Map, MapFile{Path: c.Path, Score: c.Score, Symbols: c.Symbols})
			}
			if c.Tier == TierImport {
				req.Edges = append(req.Edges, Edge{"shop/cart.py", c.Path})
			}
		}
		if r := strings.Fields(options["range"]); len(r) == 2 {
			from, _ := strconv.Atoi(r[0])
			to, _ := strconv.Atoi(r[1])
			req.Candidates[0].Ranges = []analysis.Span{{Start: uint32(from), End: uint32(to)}}
		}
		var out []txtar.File
		for _, tokens := range strings.Fields(options["tokens"]) {
			n, err := strconv.Atoi(tokens)
			if err != nil {
				t.Fatal(err)
			}
			req.Limits = Limits{Counter: heuristic(t), Tokens: n, Bytes: -1}
			res, err := Pack(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, txtar.File{Name: "want " + tokens, Data: []byte(terminate(res.Text))},
				txtar.File{Name: "want " + tokens + " numbers", Data: numbers(res)})
		}
		return out
	})
}

// numbers are the parts of a result that its text does not show.
func numbers(res *Result) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%+v\n", res.Stats)
	for _, it := range res.Items {
		fmt.Fprintf(&b, "%d %s %s %d tokens %v\n", it.Priority, it.Path, it.Representation, it.EstimatedTokens, it.Ranges)
	}
	for _, x := range res.Excluded {
		fmt.Fprintf(&b, "excluded %s: %s\n", x.Path, x.Reason)
	}
	for _, w := range res.Warnings {
		fmt.Fprintf(&b, "warning %s\n", w)
	}
	return b.Bytes()
}

func TestMapGolden(t *testing.T) {
	golden(t, "map", func(t *testing.T, options map[string]string, files []txtar.File) []txtar.File {
		var in []MapFile
		for i, f := range files {
			m := MapFile{Path: f.Name, Score: 1 / float64(i+1), Symbols: SymbolsOf(symbolsOf(string(f.Data)))}
			m.Weights = make([]float64, m.Symbols.Len())
			for k, s := range m.Symbols.All() {
				m.Weights[k], _ = strconv.ParseFloat(options[s.Name], 64)
			}
			in = append(in, m)
		}
		var out []txtar.File
		for _, tokens := range strings.Fields(options["tokens"]) {
			n, err := strconv.Atoi(tokens)
			if err != nil {
				t.Fatal(err)
			}
			m := RepoMap(in, n, heuristic(t))
			out = append(out, txtar.File{Name: "want " + tokens, Data: fmt.Appendf([]byte(m.Content), "(%d with signatures, %d paths, %d left out, %d tokens)\n",
				m.FilesWithSignatures, m.FilesPathOnly, m.FilesOmitted, m.EstimatedTokens)})
		}
		return out
	})
}

// Options of a slice: limits in bytes, uses, range, and any of urgent, prelude, cutting.
func TestSliceGolden(t *testing.T) {
	golden(t, "slice", func(t *testing.T, options map[string]string, files []txtar.File) []txtar.File {
		text := string(files[0].Data)
		w := &viewer{counter: heuristic(t)}
		c := &Candidate{Path: files[0].Name, Symbols: SymbolsOf(symbolsOf(text)), Uses: strings.Fields(options["uses"])}
		if want := options["range"]; want != "" {
			start := uint32(strings.Index(text, want))
			c.Ranges = []analysis.Span{{Start: start, End: start + uint32(len(want))}}
		}
		mode := sliceMode{
			urgentOnly: strings.Contains(options["mode"], "urgent"),
			prelude:    strings.Contains(options["mode"], "prelude"),
			cutting:    strings.Contains(options["mode"], "cutting"),
		}
		e := &entry{Candidate: c, text: text}
		w.cut(e)
		source := e.source
		var out []txtar.File
		for _, limit := range strings.Fields(options["limits"]) {
			n, err := strconv.Atoi(limit)
			if err != nil {
				t.Fatal(err)
			}
			sel := source.slice(amount{n, n}, mode)
			content, ranges := sel.content()
			if len(content) > n && !sel.empty() {
				t.Errorf("%d bytes, the limit is %d", len(content), n)
			}
			out = append(out, txtar.File{Name: "want " + limit, Data: fmt.Appendf([]byte(terminate(content)), "(%d bytes, %v)\n", len(content), ranges)})
		}
		return out
	})
}

// terminate makes a text end with a newline, as the files of an archive do.
func terminate(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
