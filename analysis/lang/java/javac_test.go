package java

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
	"github.com/contextls/contextls/rank"
)

// BenchmarkUses measures the uses of definitions in other files, from definition to definition, by javac: those of the
// folder that CONTEXTLS_BENCH names. CONTEXTLS_JAVA is the program java of a JDK (17 or newer); what the folder needs of
// other projects, CLASSPATH names. -v lists what differs.
func BenchmarkUses(b *testing.B) {
	langtest.MeasureUses(b, []*analysis.Language{Language()}, "CONTEXTLS_JAVA", find, askJavac)
}

// TestUsesAgreeWithJavac compares uses with those that javac found when the archives were made. To have it find them
// anew: CONTEXTLS_JAVA=java go test ./analysis/lang/java -run Javac -update
func TestUsesAgreeWithJavac(t *testing.T) {
	var ask func(t *testing.T, o *langtest.Oracle, dir string)
	if program := os.Getenv("CONTEXTLS_JAVA"); program != "" {
		ask = func(t *testing.T, o *langtest.Oracle, dir string) { askJavac(t, program, o, dir) }
	}
	langtest.Uses(t, []*analysis.Language{Language()}, "testdata/uses", find, ask)
}

func find(o *langtest.Oracle) {
	ix := rank.NewIndex(nil, o.Graph, nil)
	o.Find(func(of langtest.Definition, place func(int32, uint32)) {
		for _, u := range ix.Uses(rank.Definition(of), func(n int32) (string, error) { return o.Texts[n], nil }) {
			place(u.Node, u.Span.Start)
		}
	})
}

func askJavac(t testing.TB, program string, o *langtest.Oracle, dir string) {
	var in strings.Builder
	nodes := map[string]int32{}
	for n := range int32(o.Graph.Len()) {
		if o.Checked[n] = filepath.Base(o.Graph.Path(n)) != "module-info.java"; o.Checked[n] {
			p := filepath.Join(dir, filepath.FromSlash(o.Graph.Path(n)))
			nodes[p] = n
			fmt.Fprintln(&in, p)
		}
	}
	cmd := exec.Command(program, "--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED", "testdata/javac/Uses.java")
	cmd.Stdin, cmd.Stderr = strings.NewReader(in.String()), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	places := map[int32][]uint32{} // by UTF-16 unit of a file, the byte
	for line := range bytes.Lines(out) {
		var at, defined uint32
		fields := strings.Split(strings.TrimSpace(string(line)), "\t")
		if _, err := fmt.Sscan(fields[0]+" "+fields[2], &at, &defined); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		n, known := nodes[fields[3]]
		if !known {
			t.Fatalf("%q: there is no such file", line)
		}
		if places[n] == nil {
			places[n] = bytesOfUnits(o.Texts[n])
		}
		if strings.HasPrefix(o.Texts[n][places[n][at]:], fields[1]) { // an annotation's value is no name
			o.Means(n, places[n][at], nodes[fields[4]], fields[1], defined-1)
		}
	}
}

// bytesOfUnits are the places of a text's UTF-16 units.
func bytesOfUnits(text string) []uint32 {
	var out []uint32
	for i, r := range text {
		for range utf16.RuneLen(r) {
			out = append(out, uint32(i))
		}
	}
	return out
}
