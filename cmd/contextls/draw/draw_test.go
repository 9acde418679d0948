package draw

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the drawings anew")

// shop are the imports of a small project. cart.py and user.py import each other.
func shop() ([]Link, map[string]File) {
	links := []Link{
		{From: "app.py", To: "store/cart.py"}, {From: "tests/test_cart.py", To: "store/cart.py"}, {From: "cli.py", To: "app.py"},
		{From: "store/cart.py", To: "store/price.py"}, {From: "store/price.py", To: "store/tax.py"},
		{From: "store/cart.py", To: "store/user.py", Cycle: true}, {From: "store/user.py", To: "store/cart.py", Cycle: true},
	}
	files := map[string]File{}
	for i, file := range []string{"store/cart.py", "store/price.py", "app.py", "store/user.py", "store/tax.py", "tests/test_cart.py", "cli.py"} {
		files[file] = File{Importance: 0.3 / float64(i+1), Test: strings.HasPrefix(file, "tests/"), Reasons: []string{"it is number " + fmt.Sprint(i)}}
	}
	return links, files
}

func TestDrawings(t *testing.T) {
	links, files := shop()
	g := Around("store/cart.py", links, files)
	for name, drawing := range map[string]string{
		"cart.svg": g.SVG(), "cart.html": g.HTML(), "cart.mmd": g.Mermaid(), "cart.dot": g.Dot(), "shop.dot": Overview("shop", links, files, 5).Dot(),
	} {
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, []byte(drawing), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || drawing != string(want) {
			t.Errorf("%s, %v: go test ./cmd/contextls/draw -update\n%s", file, err, drawing)
		}
	}
}

// Importers stand on the left, a mutual import among them, and the order of what comes in does not matter.
func TestSides(t *testing.T) {
	links, files := shop()
	g := Around("store/cart.py", links, files)
	columns := map[string]int{}
	for _, n := range g.Nodes {
		columns[n.Files[0]] = n.Column
	}
	want := map[string]int{"cli.py": -2, "app.py": -1, "tests/test_cart.py": -1, "store/user.py": -1, "store/cart.py": 0, "store/price.py": 1, "store/tax.py": 2}
	if fmt.Sprint(columns) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", columns, want)
	}
	for range 20 {
		rand.Shuffle(len(links), func(i, k int) { links[i], links[k] = links[k], links[i] })
		if other := Around("store/cart.py", links, files); other.SVG() != g.SVG() {
			t.Fatalf("in another order another drawing:\n%s\n%s", g.SVG(), other.SVG())
		}
	}
	for _, n := range Overview("shop", links, files, 100).Nodes {
		columns[n.Files[0]] = n.Column
	}
	for _, l := range links {
		if left, right := columns[l.From], columns[l.To]; !l.Cycle && left >= right || l.Cycle && left != right {
			t.Errorf("%+v stand in %d and %d", l, left, right)
		}
	}
}

// Of a hub's neighbours each stands in one node, and there are not too many nodes to read.
func TestHub(t *testing.T) {
	for _, hub := range []struct{ dirs, files int }{{1, 16}, {1, 17}, {3, 100}, {40, 3}, {200, 1}} {
		var links []Link
		files := map[string]File{"hub.go": {}}
		for d := range hub.dirs {
			for f := range hub.files {
				file := fmt.Sprintf("dir%03d/inner/f%03d.go", d, f)
				links = append(links, Link{From: file, To: "hub.go"})
				files[file] = File{Importance: float64((d*7 + f*13) % 101)}
			}
		}
		g := Around("hub.go", links, files)
		var seen []string
		for _, n := range g.Nodes {
			seen = append(seen, n.Files...)
			if n.Group() && (!strings.HasPrefix(n.Label, fmt.Sprintf("+%d files", len(n.Files))) || n.Dir != "" && !strings.HasPrefix(n.Files[0], n.Dir+"/")) {
				t.Errorf("%+v: %+v", hub, n)
			}
		}
		slices.Sort(seen)
		if once := len(slices.Compact(seen)); once != len(files) || len(seen) != len(files) || len(g.Nodes) > 1+mostInColumn {
			t.Errorf("%+v: %d of %d files in %d nodes, %d of them once", hub, len(seen), len(files), len(g.Nodes), once)
		}
		imports := 0
		for _, e := range g.Edges {
			imports += e.Imports
		}
		if imports != len(links) {
			t.Errorf("%+v: %d imports of %d", hub, imports, len(links))
		}
	}
}

func TestNothing(t *testing.T) {
	for _, g := range []*Graph{Around("lone.go", nil, nil), Overview("empty", nil, nil, 10)} {
		wellFormed(t, g.SVG())
		if data, err := json.Marshal(g); err != nil || strings.Contains(string(data), "null") {
			t.Errorf("%s, %v", data, err)
		}
		if g.Title == "" || g.Mermaid() == "" || g.Dot() == "" {
			t.Error(g.Title)
		}
	}
}

// Whatever files are called, their names are text in a drawing, and nothing else.
func TestNames(t *testing.T) {
	var links []Link
	files := map[string]File{}
	for _, name := range []string{`<script>alert(1)</script>.js`, `a"];n9["x.go`, `a]] -->|x| b.go`, "a\u202egpj.py", "a\x1b[31m.c", "a\nb.c", `a\.c`, `a"b\`, "&amp;.go", `';--.rs`, "%%{init}%%.md", "]]>.xml", "#quot;.h", "ключ.go"} {
		links = append(links, Link{From: name + "/" + name, To: "hub.go"})
		files[name+"/"+name] = File{Reasons: []string{name}}
	}
	g := Around("hub.go", links, files)
	if text := Around("%%{init}%%", links, files).Mermaid(); strings.Contains(text, "%%{") { // a directive, wherever it stands
		t.Error(text)
	}
	wellFormed(t, g.SVG())
	html := g.HTML()
	for drawing, text := range map[string]string{"svg": g.SVG(), "html": html, "mermaid": g.Mermaid(), "dot": g.Dot()} {
		if drawing != "dot" && strings.Contains(text, "<script") || strings.ContainsAny(text, "\u202e\x1b") {
			t.Errorf("%s has a name as it is:\n%s", drawing, text)
		}
	}
	if !strings.Contains(html, "default-src 'none'") {
		t.Error("the page may load something")
	}
	node := regexp.MustCompile(`^  n\d+(\["|\[\[")([a-zA-Z0-9 ./+_,‹›…ключ-]|<br>|#\d+;)*("\]|"\]\]):::is_[a-z]+$`)
	for line := range strings.Lines(g.Mermaid()) {
		if strings.Contains(line, ":::") && !node.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("a node of Mermaid's: %s", line)
		}
	}
	quoted := regexp.MustCompile(`^  n\d+ \[label="([^"\\]|\\.)*", tooltip="([^"\\]|\\.)*", color="#[0-9a-f]{6}"\]$`)
	for line := range strings.Lines(g.Dot()) {
		if strings.Contains(line, "tooltip") && !quoted.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("a node of dot's: %s", line)
		}
	}
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
}
