package lang

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeExample follows "Adding a language": what the README shows compiles, and reads and links a file.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}

	_, example, _ := strings.Cut(string(readme), "\n```go\n")
	example, _, _ = strings.Cut(example, "\n```\n")
	begin := regexp.MustCompile(`(?m)^// (\w+\.go)\b`)
	files := begin.FindAllStringSubmatchIndex(example, -1)
	for i, at := range files {
		code := example[at[0]:]
		if i+1 < len(files) {
			code = example[at[0]:files[i+1][0]]
		}
		write(example[at[2]:at[3]], "package thrift\n\n"+importsOf(code)+code)
	}
	if len(files) < 4 {
		t.Fatalf("the example has %d files", len(files))
	}
	const ours = "github.com/contextls/contextls"
	for name, edit := range map[string]func(string) string{
		"go.sum": func(s string) string { return s },
		"go.mod": func(s string) string {
			return strings.Replace(s, "module "+ours, "module example.org/thrift", 1) + "\nrequire " + ours + " v0.0.0\nreplace " + ours + " => " + root + "\n"
		},
	} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		write(name, edit(string(text)))
	}
	archive := "An included file.\n-- shop.thrift --\ninclude \"shared.thrift\"\n// An order.\nstruct Order { 1: shared.Money total }\n-- shared.thrift --\nstruct Money { 1: i64 cents }\n"
	write("testdata/facts/shop.txtar", archive)
	write("testdata/resolve/shop.txtar", archive)

	for _, args := range [][]string{{"test", "-vet=all", ".", "-update"}, {"test", "."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	for archive, lines := range map[string][]string{
		"facts":   {"struct Order", "An order.", "shared.thrift", "Money"},
		"resolve": {"shared.thrift"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, "testdata", archive, "shop.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		_, golden, _ := strings.Cut(string(text), "-- golden --")
		for _, line := range lines {
			if !strings.Contains(golden, line) {
				t.Errorf("the golden text of %s has no %q:\n%s", archive, line, golden)
			}
		}
	}
}

// importsOf are the imports that the README names, as far as a file needs them.
func importsOf(code string) string {
	var out strings.Builder
	for _, p := range []string{"path", "strings", "testing", "github.com/contextls/contextls/analysis",
		"github.com/contextls/contextls/analysis/lang/scan", "github.com/contextls/contextls/analysis/lang/langtest"} {
		if regexp.MustCompile(`\b` + filepath.Base(p) + `\.[A-Z]`).MatchString(code) {
			out.WriteString("import \"" + p + "\"\n")
		}
	}
	return out.String() + "\n"
}
