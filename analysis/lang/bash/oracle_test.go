package bash

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

// idioms say in different ways: source NAME of the directory UP from the script's own.
var idioms = []string{
	`source "$(dirname "$0")/UP/NAME"`,
	`. "$(dirname "${BASH_SOURCE[0]}")/UP/NAME"`,
	`. ${BASH_SOURCE%/*}/UP/NAME`,
	`source "${0%/*}"/UP/NAME`,
	`. "$(cd "$(dirname "$0")" && pwd)/UP/NAME"`,
	`source "$(cd "$(dirname "${BASH_SOURCE[0]}")/UP" >/dev/null 2>&1 && pwd -P)/NAME"`,
	`source "$(dirname "$(readlink -f "$0")")/UP/NAME"`,
	`. "$(dirname -- "$(realpath "${BASH_SOURCE:-$0}")")/UP/NAME"`,
	"DIR=`dirname $0`\n. $DIR/UP/NAME",
	"SELF=$(readlink -f \"$0\")\nHERE=$(dirname \"$SELF\")\nBASE=\"$HERE/UP\"\nsource \"$BASE/NAME\"",
	"ROOT=\"$(unset CDPATH; cd \"$(dirname \"$0\")/UP\"; pwd)\"\nreadonly LIB=$ROOT\n. \"${LIB}\"/NAME",
	"DIR=${BASH_SOURCE[0]%/*} X=1\n[[ -f $DIR/UP/NAME ]] && source \"${DIR}/UP/NAME\"",
	"f() {\n\tlocal x=1\n\tsource \"${BASH_SOURCE%/*}/UP/NAME\" with arguments\n}\nf",
	"TOP=$(git rev-parse --show-toplevel)\nsource \"$TOP/lib/NAME\"",
	`source lib/NAME`,
	`. ./lib/NAME`,
	`. "$PROJECT/lib/NAME"`,
}

// TestBashSourcesWhatWeSay runs scripts from the root of a folder, the files of which say who they are
// when they are sourced, and compares this with where the imports are said to lead.
func TestBashSourcesWhatWeSay(t *testing.T) {
	root := t.TempDir()
	if out, err := exec.Command("git", "init", "-q", root).CombinedOutput(); err != nil {
		t.Fatalf("git: %v\n%s", err, out)
	}
	write := func(name, text string) {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, decoy := range []string{"", "bin/", "a/b/", "a/"} {
		write(decoy+"other.sh", "echo wrong\n")
	}
	write("lib/target.sh", "echo lib/target.sh\n")
	var scripts []string
	for i, idiom := range idioms {
		for dir, up := range map[string]string{"bin": "../lib", "a/b": "../../lib", "lib": "."} {
			name := path.Join(dir, "script"+string(rune('a'+i))+".sh")
			text := strings.NewReplacer("UP", up, "NAME", "target.sh").Replace(idiom)
			write(name, text+"\n")
			scripts = append(scripts, name)
		}
	}
	tree := langtest.Tree(t, os.DirFS(root), langs())
	resolver := newResolver(tree)
	for _, script := range scripts {
		run := exec.Command("bash", script)
		run.Dir, run.Env = root, append(os.Environ(), "PROJECT="+root)
		out, err := run.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", script, err, out)
			continue
		}
		var got []string
		for _, imp := range tree.File(script).Facts.Get().Imports {
			if res := resolver.Resolve(script, &imp); res.Status == analysis.Resolved {
				got = append(got, res.Files...)
			}
		}
		if want := strings.TrimSpace(string(out)); strings.Join(got, " ") != want {
			src, _ := os.ReadFile(filepath.Join(root, script))
			t.Errorf("%s: bash sources %s, we say %q\n%s", script, want, got, src)
		}
	}
}

// TestBashDefinesWhatWeSay compares functions with those that bash lists after reading the file.
func TestBashDefinesWhatWeSay(t *testing.T) {
	const src = "one() { echo; }\nfunction two { :; }\nfunction three() (\n  :\n)\nmy-func()\n{\n  inner() { :; }\n}\n" +
		"lib::f() { cat <<EOF\nnot() { :; }\nEOF\n}\nif true; then cond() { :; }; fi\n_private () { [[ a ]]; }\n" +
		"# no() { :; }\necho 'no() { :; }' \"no2() { :; }\" >/dev/null\nfour() if true; then :; fi\nlast() { :; } >&2\n"
	cmd := exec.Command("bash", "-c", src+"declare -F")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		want[strings.TrimPrefix(strings.TrimSpace(line), "declare -f ")] = true
	}
	facts, err := Language().Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range facts.Symbols {
		if !want[s.Name] {
			t.Errorf("%s is no function", s.Name)
		}
		delete(want, s.Name)
	}
	for name := range want {
		t.Errorf("%s is missing", name)
	}
}

func TestNULsAreRefused(t *testing.T) {
	if _, err := Language().Extract([]byte("f() { :; }\x00")); err == nil {
		t.Error("no error")
	}
}
