package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// isGo stands for the session's knowledge of languages.
func isGo(p string) bool { return path.Ext(p) == ".go" }

// folder makes a folder of files, given as name, text, name, text, …; a name that ends in a slash is a
// directory. It is no repository, and git finds none above it.
func folder(t testing.TB, files ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "gitconfig"))
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	for i := 0; i+1 < len(files); i += 2 {
		put(t, dir, files[i], files[i+1])
	}
	return dir
}

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, "/") {
		if err := os.MkdirAll(file, 0o777); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, dir string, o Options) *Folder {
	t.Helper()
	f, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// scanned is a listing as text: "+ file", "- path: reason", "d directory", "! problem".
func scanned(t testing.TB, f *Folder) string {
	t.Helper()
	l, err := f.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range l.Files {
		fmt.Fprintf(&b, "+ %s\n", e.Path)
	}
	for _, e := range l.Excluded {
		fmt.Fprintf(&b, "- %s: %s\n", e.Path, e.Reason)
	}
	for _, d := range l.Dirs {
		fmt.Fprintf(&b, "d %q\n", d)
	}
	for _, p := range l.Problems {
		fmt.Fprintf(&b, "! %s\n", p)
	}
	return b.String()
}

func compare(t *testing.T, got, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimLeft(want, "\n"), got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestScan(t *testing.T) {
	dir := folder(t,
		".gitignore", "*.log\n/out/\n",
		"a.go", "package a", "a.log", "", "a/z.go", "", "a.b/x.go", "",
		"out/deep/x.go", "", "src/out/x.go", "",
		"node_modules/x/index.js", "", "src/vendor/v.go", "", "lib.egg-info/PKG-INFO", "",
		"src/.cursorignore", "private/\n", "src/private/x.go", "", "src/gen/x.min.js", "",
		".env", "", "prod.env", "", "cfg/.ENV.local", "", "key.PEM", "", ".aws/config", "", "home/.kube/config", "", ".kube/cache", "",
		"secrets/prod.yaml", "", "secrets/load.go", "", "client_secret.json", "", "secret_manager.go", "",
		"big.bin", strings.Repeat("x", 2000), "empty/", "", "zero", "")
	f := open(t, dir, Options{MaxBytes: 1000, IsSource: isGo, Ignore: []string{"*.min.js"}})
	compare(t, scanned(t, f), `
+ .gitignore
+ .kube/cache
+ a.b/x.go
+ a.go
+ a/z.go
+ secret_manager.go
+ secrets/load.go
+ src/.cursorignore
+ src/out/x.go
+ zero
- .aws/: secret
- .env: secret
- a.log: ignored: .gitignore
- big.bin: too_large
- cfg/.ENV.local: secret
- client_secret.json: secret
- home/.kube/config: secret
- key.PEM: secret
- lib.egg-info/: ignored: default (*.egg-info)
- node_modules/: ignored: default (node_modules)
- out/: ignored: .gitignore
- prod.env: secret
- secrets/prod.yaml: secret
- src/gen/x.min.js: ignored: settings (*.min.js)
- src/private/: ignored: src/.cursorignore
- src/vendor/: ignored: default (vendor)
d ""
d ".kube"
d "a"
d "a.b"
d "cfg"
d "empty"
d "home"
d "home/.kube"
d "secrets"
d "src"
d "src/gen"
d "src/out"
`)
	for p, want := range map[string]string{
		"new.go": "", "new/deep/x.go": "", "new/.env": "secret", "out/new.go": "ignored: .gitignore", "src/private/a/b.go": "ignored: src/.cursorignore",
		"new/node_modules/a.js": "ignored: default (node_modules)", ".aws/credentials": "secret", "x.log/a.go": "ignored: .gitignore",
		"a.go/x": "", "secrets/new.go": "", "secrets/new.json": "secret", "out": "ignored: .gitignore", "new/out": "",
		"": "not a path in the folder", ".": "not a path in the folder", "../x": "not a path in the folder", "/etc/passwd": "not a path in the folder",
		"a//b": "not a path in the folder", "a/../.env": "not a path in the folder", "\xff.go": "unreadable: its name is not UTF-8",
	} {
		if got := f.Check(p); got != want {
			t.Errorf("Check(%q) = %q, want %q", p, got, want)
		}
	}
	for p, want := range map[string]bool{"": false, "src": false, "new": false, "out": true, "src/private": true, "x/vendor": true, ".aws": true, "secrets": false} {
		if got := f.Skips(p); got != want {
			t.Errorf("Skips(%q) = %v", p, got)
		}
	}
	if w := f.Warning("secrets/load.go"); w != secretWarning {
		t.Errorf("Warning: %q", w)
	}
	if w := f.Warning("a.go") + f.Warning("client_secret.json"); w != "" {
		t.Errorf("Warning: %q", w)
	}
}

func TestSecretNames(t *testing.T) {
	f := open(t, folder(t), Options{IsSource: isGo})
	secret := []string{".env", ".env.local", "x.env", "a/.ENV", "ID_RSA", "id_dsa", "id_ecdsa", "id_ed25519", "a.pem", "a.key", "a.p12", "a.pfx",
		"a.jks", "credentials.json", ".npmrc", ".pypirc", ".netrc", ".git-credentials", "terraform.tfstate", "a.tfstate.backup", ".aws/x",
		"a/.aws/b/c", ".kube/config", "a/.kube/config", "my-secret", "Secrets.yaml", "secrets/a/b.txt", ".env/bin/x.go", "a.key.", ".env "}
	for _, p := range secret {
		if got := f.Check(p); got != "secret" {
			t.Errorf("Check(%q) = %q", p, got)
		}
	}
	for _, p := range []string{"env", "environment.go", "x.env.go", "id_rsa.pub", "pem", "key", "monkey", "a.keys", "credentials.go", ".kube/x", "kube/config",
		"config", "aws/config", "secret.go", "Secrets/Manager.go", ".env.example"} {
		if got := f.Check(p); got != "" {
			t.Errorf("Check(%q) = %q", p, got)
		}
	}
	f = open(t, folder(t, ".env.local", "A=", ".aws/config", "c", ".aws/key.pem", "k"), Options{Allow: []string{"*.local", ".aws/config"}})
	compare(t, scanned(t, f), `
+ .aws/config
+ .env.local
- .aws/key.pem: secret
d ""
d ".aws"
`)
}

func TestRead(t *testing.T) {
	dir := folder(t, "a.go", "package a\n", "bom.go", "\ufeffpackage b", "latin.txt", "caf\xe9 \xff\xfe", "nul", "abc\x00", "late-nul",
		strings.Repeat("a", 8192)+"\x00", "big", strings.Repeat("x", 10001), "written.go", "w"+strings.Repeat("x", 10000), "data.go", strings.Repeat("x", 10001), "full", strings.Repeat("x", 10000), ".env", "KEY=1", "secret.go", "\xff",
		"zero", "", "x.log", "log", ".gitignore", "*.log\n", "dir/", "",
		"le", "\xff\xfeh\x00\x6f\x6f=\xd8\x00\xde\r\x00\n\x00", "be", "\xfe\xff\x00h\x6f\x6f\xd8=\xde\x00\x00\n", "half", "\xff\xfea\x00b",
		"alone", "\xfe\xff\xd8\x3d\x00a\xde\x00", "none", "\xff\xfe", "nul16", "\xff\xfea\x00\x00\x00", "utf32", "\xff\xfe\x00\x00a\x00\x00\x00",
		"cr", "a\rb\r\nc\r\rd\n\r", "cr16", "\xfe\xff\x00a\x00\r\x00b")
	f := open(t, dir, Options{MaxBytes: 10000, IsSource: isGo, IsHandwritten: func(_ string, text []byte) bool { return text[0] == 'w' }})
	for _, c := range []struct{ path, text, warning, reason string }{
		{"a.go", "package a\n", "", ""},
		{"bom.go", "package b", "", ""},
		{"latin.txt", "caf\ufffd \ufffd\ufffd", "not valid UTF-8: read with replacement characters", ""},
		{"secret.go", "\ufffd", secretWarning + "; not valid UTF-8: read with replacement characters", ""},
		{"zero", "", "", ""},
		{"full", strings.Repeat("x", 10000), "", ""},
		{"late-nul", strings.Repeat("a", 8192) + "\x00", "", ""},
		{"le", "h\u6f6f\U0001f600\r\n", "", ""},
		{"be", "h\u6f6f\U0001f600\n", "", ""},
		{"half", "a\ufffd", "not valid UTF-16: read with replacement characters", ""},
		{"alone", "\ufffda\ufffd", "not valid UTF-16: read with replacement characters", ""},
		{"none", "", "", ""},
		{"nul16", "", "", "binary"},
		{"utf32", "", "", "binary"},
		{"cr", "a\nb\r\nc\n\nd\n\n", "", ""},
		{"cr16", "a\nb", "", ""},
		{"nul", "", "", "binary"},
		{"big", "", "", "too_large"},
		{"written.go", "w" + strings.Repeat("x", 10000), "", ""},
		{"data.go", "", "", "too_large"},
		{".env", "", "", "secret"},
		{"x.log", "", "", "ignored: .gitignore"},
		{"dir", "", "", "not a regular file"},
		{"gone", "", "", "unreadable: no such file or directory"},
		{"../x", "", "", "not a path in the folder"},
	} {
		got, err := f.Read(c.path)
		reason := ""
		if err != nil {
			reason = Reason(err)
		}
		if c.path == "gone" && errors.Is(err, fs.ErrNotExist) {
			reason = c.reason // the text is the system's
		}
		if got.Text != c.text || got.Warning != c.warning || reason != c.reason {
			t.Errorf("Read(%q) = %.20q, %q, %q", c.path, got.Text, got.Warning, reason)
		}
		if info, err := os.Stat(filepath.Join(dir, c.path)); reason == "" && (err != nil || got.Stamp.Size != info.Size() || got.Stamp.Modified != info.ModTime().UnixNano()) {
			t.Errorf("Read(%q): size %d, time %v", c.path, got.Stamp.Size, got.Stamp.Modified)
		}
	}
	if Reason(ErrNotFile) != "not a regular file" {
		t.Error("Reason(ErrNotFile)")
	}
}

func TestUnchanged(t *testing.T) {
	dir := folder(t, "a.go", "package a\n", "gone.go", "package g\n")
	f := open(t, dir, Options{Settle: time.Nanosecond})
	read, err := f.Read("a.go")
	gone, err2 := f.Read("gone.go")
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	tells := read.Stamp.Changed != 0 // when files were changed: Windows does not
	if f.Unchanged("a.go", read) != tells || f.Unchanged("gone.go", gone) != tells {
		t.Errorf("nobody wrote the files, and where the system tells (%v) it is to be known", tells)
	}
	if !tells {
		return
	}
	unsettled := read
	unsettled.Settled = false
	if f.Unchanged("a.go", unsettled) {
		t.Error("the stamp of a file that was just written is believed")
	}
	path := filepath.Join(dir, "a.go")
	for now := read.Stamp; now == read.Stamp; { // as often as it takes for the file to have another time
		if err := os.WriteFile(path, []byte("package b\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Unix(0, read.Stamp.Modified)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		now = StampOf(info)
	}
	if f.Unchanged("a.go", read) {
		t.Error("a file of the same size and modification time, with another text, is taken for the same")
	}
	if err := os.Remove(filepath.Join(dir, "gone.go")); err != nil {
		t.Fatal(err)
	}
	if f.Unchanged("gone.go", gone) {
		t.Error("a file that is gone is taken for the same")
	}
}

func TestStat(t *testing.T) {
	f := open(t, folder(t, "a/b.go", "xyz"), Options{})
	if e, err := f.Stat("a/b.go"); err != nil || e.Stamp.Size != 3 || e.IsDir || e.Stamp.Modified == 0 {
		t.Errorf("%v, %v", e, err)
	}
	if e, err := f.Stat("a"); !errors.Is(err, ErrNotFile) || !e.IsDir {
		t.Errorf("%v, %v", e, err)
	}
	if e, err := f.Stat("c"); !errors.Is(err, fs.ErrNotExist) || e.IsDir {
		t.Errorf("%v, %v", e, err)
	}
	if _, err := f.Stat("../x"); err == nil {
		t.Error("outside")
	}
}

func TestOpenErrors(t *testing.T) {
	dir := folder(t, "file", "")
	for _, c := range []struct {
		dir  string
		o    Options
		want string
	}{
		{filepath.Join(dir, "gone"), Options{}, "gone"},
		{filepath.Join(dir, "file"), Options{}, "file"},
		{dir, Options{Ignore: []string{"a["}}, `ignore: glob "a["`},
		{dir, Options{Allow: []string{""}}, `allow: glob ""`},
	} {
		if f, err := Open(c.dir, c.o); err == nil || f != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Open(%q, %v): %v", c.dir, c.o, err)
		}
	}
}

// cancelledAfter is a context that says it is cancelled once it was asked so often.
type cancelledAfter struct {
	context.Context
	asked int
}

func (c *cancelledAfter) Err() error {
	if c.asked == 0 {
		return context.Canceled
	}
	c.asked--
	return nil
}

func TestScanEnds(t *testing.T) {
	dir := folder(t, "a/b/c", "", "d", "")
	f := open(t, dir, Options{})
	checks := 0
	for {
		l, err := f.Scan(&cancelledAfter{t.Context(), checks})
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) || len(l.Files) > 0 {
			t.Fatalf("%v, %v", l, err)
		}
		checks++
	}
	if dirs := 4; checks < dirs {
		t.Errorf("its context is looked at %d times in %d directories", checks, dirs)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if l, err := f.Scan(t.Context()); err == nil && len(l.Files) > 0 {
		t.Error("a folder that is gone still has files")
	}
}

// Rules hold from the scan that finds them.
func TestRulesChange(t *testing.T) {
	dir := folder(t, "a.txt", "", "sub/a.txt", "", "vendor/.gitignore", "")
	f := open(t, dir, Options{})
	scanned(t, f)
	put(t, dir, "sub/.gitignore", "*.txt\n")
	for p, want := range map[string]bool{"sub/.gitignore": true, ".aiignore": true, "gone/.ignore": true, "sub/a.txt": false, "vendor/.gitignore": false,
		".gitignore/x": false, "sub/gitignore": false} {
		if got := f.IsRule(p); got != want {
			t.Errorf("IsRule(%q) = %v", p, got)
		}
	}
	scanned(t, f)
	if got := f.Check("sub/a.txt") + f.Check("a.txt"); got != "ignored: sub/.gitignore" {
		t.Error(got)
	}
	if err := os.Remove(filepath.Join(dir, "sub", ".gitignore")); err != nil {
		t.Fatal(err)
	}
	scanned(t, f)
	if got := f.Check("sub/a.txt"); got != "" {
		t.Error(got)
	}
}

// A folder that is a part of a repository obeys what stands above it and what only git knows.
func TestRulesFromOutside(t *testing.T) {
	top := folder(t, ".gitignore", "*.log\n/packages/app/gen/\n", "packages/.aiignore", "app/private/\n",
		"packages/app/gen/a", "", "packages/app/a.log", "", "packages/app/private/a", "", "packages/app/local", "", "packages/app/a~", "",
		"packages/app/src/build/b.go", "", "packages/app/src/dist/b.go", "")
	dir := filepath.Join(top, "packages", "app")
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = top
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", "-f", "packages/app/src/build/b.go")
	git("config", "core.ignoreCase", "false")
	put(t, top, ".git/info/exclude", "/packages/app/local\n")
	put(t, os.Getenv("XDG_CONFIG_HOME"), "git/ignore", "*~\n")
	f := open(t, dir, Options{})
	compare(t, scanned(t, f), `
+ src/build/b.go
- a.log: ignored: ../../.gitignore
- a~: ignored: core.excludesFile
- gen/: ignored: ../../.gitignore
- local: ignored: .git/info/exclude
- private/: ignored: ../.aiignore
- src/dist/: ignored: default (dist)
d ""
d "src"
d "src/build"
`)
	git("config", "core.ignoreCase", "maybe")
	if got := scanned(t, f); !strings.Contains(got, "! ignore rules: git config: ") {
		t.Errorf("what git complains of is not told:\n%s", got)
	}
}

func BenchmarkScan(b *testing.B) {
	dir := folder(b)
	for i := range 10_000 {
		put(b, dir, fmt.Sprintf("pkg%d/mod%d/file%d.go", i%20, i%400, i), "package x\n")
	}
	put(b, dir, ".gitignore", "*.log\n*.tmp\nout/\n")
	f := open(b, dir, Options{IsSource: isGo})
	for b.Loop() {
		l, err := f.Scan(b.Context())
		if err != nil || len(l.Files) != 10_001 {
			b.Fatal(len(l.Files), err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	dir := folder(b, "a/b/c/d/e.go", "", ".gitignore", "*.log\n")
	f := open(b, dir, Options{IsSource: isGo})
	for b.Loop() {
		if reason := f.Check("a/b/c/d/e.go"); reason != "" {
			b.Fatal(reason)
		}
	}
}

// A directory that is deleted while the folder is scanned is none that is left out.
func TestDeletedInMidScan(t *testing.T) {
	f := open(t, folder(t, "a.go", "x", "file", "y"), Options{})
	tree, err := f.dir()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"gone", "gone/deeper", "file/gone"} {
		s := scan{folder: f, tree: tree, rules: f.current()}
		if err := s.enterBelow(t.Context(), nil, directory{}, dir); err != nil || len(s.Excluded)+len(s.Dirs) > 0 {
			t.Errorf("%s: %v, %+v", dir, err, s.Listing)
		}
	}
}

// No more directories are open at a time than a process may have, however deep they lie.
func TestDeepDirectories(t *testing.T) {
	deep := strings.Repeat("d/", 3*mostOpen)
	f := open(t, folder(t, deep+"a.go", "x", deep+"b/c.go", "y", "d/e.go", "z"), Options{})
	l, err := f.Scan(t.Context())
	if err != nil || len(l.Files) != 3 || len(l.Dirs) != 3*mostOpen+2 || len(l.Excluded) > 0 {
		t.Errorf("%d files in %d directories, %d left out: %v", len(l.Files), len(l.Dirs), len(l.Excluded), err)
	}
}
