package ecmascript

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
	"github.com/contextls/contextls/rank"
)

// BenchmarkUses measures the uses of definitions in other files, from definition to definition, by TypeScript's
// checker: those of the folder that CONTEXTLS_BENCH names. CONTEXTLS_TYPESCRIPT is the path of the package typescript
// (npm install typescript@5). -v lists what differs.
func BenchmarkUses(b *testing.B) {
	langtest.MeasureUses(b, Languages(), "CONTEXTLS_TYPESCRIPT", find, askChecker)
}

// TestUsesAgreeWithChecker compares uses with those that TypeScript's checker found when the archives were made. To have
// it find them anew: CONTEXTLS_TYPESCRIPT=…/node_modules/typescript go test ./analysis/lang/ecmascript -run Checker -update
func TestUsesAgreeWithChecker(t *testing.T) {
	var ask func(t *testing.T, o *langtest.Oracle, dir string)
	if library := os.Getenv("CONTEXTLS_TYPESCRIPT"); library != "" {
		ask = func(t *testing.T, o *langtest.Oracle, dir string) { askChecker(t, library, o, dir) }
	}
	langtest.Uses(t, Languages(), "testdata/uses", find, ask)
}

func askChecker(b testing.TB, library string, o *langtest.Oracle, dir string) {
	library, err := filepath.Abs(library)
	if err != nil {
		b.Fatal(err)
	}
	type modules map[string]map[string]string
	question := struct {
		TypeScript string   `json:"typescript"`
		Dir        string   `json:"dir"`
		Files      []string `json:"files"`
		Modules    modules  `json:"modules"`
	}{library, dir, nil, modules{}}
	for n := range int32(o.Graph.Len()) {
		o.Checked[n] = o.Graph.File(n).Facts != nil
		question.Files = append(question.Files, o.Graph.Path(n))
		leads := map[string]string{}
		for _, link := range o.Graph.Imports(n) {
			if len(link.Files) > 0 {
				leads[link.Import().Specifier] = o.Graph.Path(link.Files[0])
			}
		}
		question.Modules[o.Graph.Path(n)] = leads
	}
	in, err := json.Marshal(question)
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/checker/uses.cjs")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	for _, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		var file, definer, name string
		var offset, at uint32
		if err := json.Unmarshal(line, &[]any{&file, &offset, &definer, &name, &at}); err != nil {
			b.Fatalf("%s: %v", line, err)
		}
		n, _ := o.Graph.Node(file)
		m, _ := o.Graph.Node(definer)
		o.Means(n, offset, m, name, at)
	}
}

func find(o *langtest.Oracle) {
	ix := rank.NewIndex(nil, o.Graph, nil)
	o.Find(func(of langtest.Definition, place func(int32, uint32)) {
		for _, u := range ix.Uses(rank.Definition(of), func(n int32) (string, error) { return o.Texts[n], nil }) {
			place(u.Node, u.Span.Start)
		}
	})
}
