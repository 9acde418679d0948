package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// repo makes a repository with two commits that touch "app" and two that do not.
func repo(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "xdg"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "gitconfig"))
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	write(t, dir, "README", "one")
	write(t, dir, "app/a.go", "a")
	write(t, dir, "app/sub/b.go", "b")
	commit(t, dir, 1000)
	write(t, dir, "README", "two")
	commit(t, dir, 2000)
	write(t, dir, "app/a.go", "aa")
	write(t, dir, "app/sub/:1 odd\tname é.go", "odd")
	write(t, dir, "other/x", "x")
	commit(t, dir, 3000)
	git(t, dir, "checkout", "-q", "-b", "side", "HEAD~1")
	write(t, dir, "side", "s")
	commit(t, dir, 4000)
	git(t, dir, "checkout", "-q", "main")
	git(t, dir, "merge", "-q", "--no-ff", "-m", "merge", "side")
	return dir
}

// What git may have in memory is not for the repository to say.
func TestSparing(t *testing.T) {
	dir := repo(t)
	for i, setting := range sparing() {
		if i%2 == 0 { // -c
			continue
		}
		name, want, _ := strings.Cut(setting, "=")
		git(t, dir, "config", name, "1g")
		if got, err := run(t.Context(), dir, 100, "config", name); err != nil || strings.TrimSpace(string(got)) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@x"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func commit(t *testing.T, dir string, at int64) {
	t.Helper()
	date := time.Unix(at, 0).UTC().Format(time.RFC3339)
	t.Setenv("GIT_AUTHOR_DATE", date)
	t.Setenv("GIT_COMMITTER_DATE", date)
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "at "+date)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
}

func TestHistory(t *testing.T) {
	dir := repo(t)
	type line struct {
		At    int64
		Paths string
	}
	for _, c := range []struct {
		dir  string
		n    int
		want []line
	}{
		{"", 10, []line{{4000, "side"}, {3000, "app/a.go|app/sub/:1 odd\tname é.go|other/x"}, {2000, "README"}, {1000, "README|app/a.go|app/sub/b.go"}}},
		{"", 2, []line{{4000, "side"}, {3000, "app/a.go|app/sub/:1 odd\tname é.go|other/x"}}},
		{"app", 10, []line{{3000, "a.go|sub/:1 odd\tname é.go"}, {1000, "a.go|sub/b.go"}}},
		{"app/sub", 1, []line{{3000, ":1 odd\tname é.go"}}},
		{"", 0, nil},
	} {
		commits, err := History(t.Context(), filepath.Join(dir, c.dir), c.n)
		if err != nil {
			t.Fatal(err)
		}
		var got []line
		for _, commit := range commits {
			if len(commit.Hash) != 40 {
				t.Errorf("hash %q", commit.Hash)
			}
			if !strings.HasPrefix(commit.Subject, "at ") {
				t.Errorf("subject %q", commit.Subject)
			}
			got = append(got, line{commit.Time.Unix(), strings.Join(commit.Paths, "|")})
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("History(%q, %d):\n%s", c.dir, c.n, diff)
		}
	}
}

func TestHistoryOfOddMessages(t *testing.T) {
	dir := repo(t)
	for _, c := range []struct{ message, subject string }{
		{"one: two\n\nbody", "one: two"}, {"first\nsecond\n\nthird", "first second"}, {":100 x\ty é", ":100 x\ty é"}, {"", ""},
	} {
		git(t, dir, "commit", "-q", "--allow-empty-message", "--cleanup=verbatim", "--allow-empty", "-m", c.message)
		write(t, dir, "odd", c.message+"!")
		git(t, dir, "add", "odd")
		git(t, dir, "commit", "-q", "--amend", "--allow-empty-message", "--no-edit", "--cleanup=verbatim")
		commits, err := History(t.Context(), dir, 1)
		if err != nil {
			t.Fatal(err)
		}
		if commits[0].Subject != c.subject || len(commits[0].Paths) != 1 {
			t.Errorf("%q: %+v, want the subject %q", c.message, commits[0], c.subject)
		}
	}
}

func TestHistoryOfMoves(t *testing.T) {
	dir := repo(t)
	long := strings.Repeat("a line like many others\n", 20)
	at := int64(5000)
	next := func(steps ...[]string) {
		for _, s := range steps {
			git(t, dir, s...)
		}
		commit(t, dir, at)
		at += 1000
	}
	write(t, dir, "long", long)
	next()
	next([]string{"mv", "app/a.go", "app/sub/c.go"}, []string{"rm", "-q", "README"})
	git(t, dir, "mv", "long", "app/longer")
	write(t, dir, "app/longer", long+"and one of its own\n")
	next()
	write(t, dir, "long", "another file of that name")
	next()
	next([]string{"mv", "app/longer", "app/longest"})
	commits, err := History(t.Context(), dir, 20)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range commits {
		got = append(got, strings.Join(c.Paths, "|"))
	}
	want := []string{"app/longest", "long", "app/longest", "README|app/sub/c.go", "app/longest",
		"side", "app/sub/:1 odd\tname é.go|app/sub/c.go|other/x", "README", "README|app/sub/b.go|app/sub/c.go"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Of more files than are compared with each other, those that keep their names are found.
func TestHistoryOfManyMoves(t *testing.T) {
	dir := repo(t)
	text := func(i int) string { return strings.Repeat(fmt.Sprintf("a line of file %d\n", i), 20) }
	for i := range 50 {
		write(t, dir, fmt.Sprintf("old/%d", i), text(i))
	}
	commit(t, dir, 5000)
	git(t, dir, "rm", "-q", "-r", "old")
	for i := range 50 {
		write(t, dir, fmt.Sprintf("new/%d", i), text(i)+"and one more\n")
	}
	commit(t, dir, 6000)
	commits, err := History(t.Context(), dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(commits[0].Paths, commits[1].Paths); diff != "" || len(commits[0].Paths) != 50 {
		t.Error(diff)
	}
}

// Git looks further up where a .git holds no repository: the folder is not all of the one that it finds.
func TestHistoryBelowAnEmptyGitDirectory(t *testing.T) {
	dir := repo(t)
	if err := os.Mkdir(filepath.Join(dir, "app", ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	if commits, err := History(t.Context(), filepath.Join(dir, "app"), 10); err != nil || len(commits) != 2 {
		t.Errorf("%+v, %v", commits, err)
	}
}

// A partial clone knows the hashes of old files, not their text: what moved unchanged is found all the same.
func TestHistoryWithoutOldText(t *testing.T) {
	dir := repo(t)
	write(t, dir, "one", strings.Repeat("gone\n", 20))
	write(t, dir, "same", "the same\n")
	commit(t, dir, 5000)
	git(t, dir, "mv", "same", "moved")
	git(t, dir, "mv", "one", "two")
	write(t, dir, "two", strings.Repeat("gone\n", 20)+"new\n")
	commit(t, dir, 6000)
	hash := strings.TrimSpace(git(t, dir, "rev-parse", "HEAD~1:one"))
	if err := os.Remove(filepath.Join(dir, ".git", "objects", hash[:2], hash[2:])); err != nil {
		t.Fatal(err)
	}
	commits, err := History(t.Context(), dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"moved", "one", "two"}, {"moved", "one"}}, [][]string{commits[0].Paths, commits[1].Paths}); diff != "" {
		t.Error(diff)
	}
}

func TestTrackedHeadTopLevel(t *testing.T) {
	dir := repo(t)
	write(t, dir, "app/untracked", "")
	paths, err := Tracked(t.Context(), filepath.Join(dir, "app"))
	if diff := cmp.Diff([]string{"a.go", "sub/:1 odd\tname é.go", "sub/b.go"}, paths); diff != "" || err != nil {
		t.Errorf("Tracked: %v\n%s", err, diff)
	}
	head, err := Head(t.Context(), dir)
	if want := git(t, dir, "rev-parse", "HEAD"); head != want || err != nil {
		t.Errorf("Head: %q, %v, want %q", head, err, want)
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, below := range []string{"", "app", "app/sub"} {
		top, got, err := TopLevel(t.Context(), filepath.Join(dir, below))
		if top != real || got != below || err != nil {
			t.Errorf("TopLevel(%q) = %q, %q, %v", below, top, got, err)
		}
	}
}

func TestConflictIsListedOnce(t *testing.T) {
	dir := repo(t)
	for i, branch := range []string{"one", "two"} {
		git(t, dir, "checkout", "-q", "-b", branch, "main")
		write(t, dir, "README", "by "+branch)
		commit(t, dir, int64(6000+i))
	}
	cmd := exec.Command("git", "merge", "one")
	cmd.Dir = dir
	if err := cmd.Run(); err == nil {
		t.Fatal("the merge should conflict")
	}
	paths, err := Tracked(t.Context(), dir)
	if diff := cmp.Diff([]string{"README", "app/a.go", "app/sub/:1 odd\tname é.go", "app/sub/b.go", "other/x", "side"}, paths); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestNoCommitsYet(t *testing.T) {
	repo(t) // for its environment
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	if head, err := Head(t.Context(), dir); head != "" || err != nil {
		t.Errorf("Head: %q, %v", head, err)
	}
	if commits, err := History(t.Context(), dir, 10); commits != nil || err != nil {
		t.Errorf("History: %v, %v", commits, err)
	}
	if paths, err := Tracked(t.Context(), dir); len(paths) != 0 || err != nil {
		t.Errorf("Tracked: %v, %v", paths, err)
	}
}

// everything calls all questions that need a repository, by name.
func everything(ctx context.Context, dir string) map[string]error {
	errs := map[string]error{}
	_, errs["Head"] = Head(ctx, dir)
	_, _, errs["TopLevel"] = TopLevel(ctx, dir)
	_, errs["Tracked"] = Tracked(ctx, dir)
	_, errs["Untracked"] = Untracked(ctx, dir)
	_, errs["History"] = History(ctx, dir, 5)
	_, errs["Log"] = Log(ctx, dir, LogQuery{Count: 5})
	onDisk, err := Resolve(ctx, dir, "")
	if errs["Resolve"] = err; err == nil {
		_, errs["Changed"] = Changed(ctx, dir, onDisk, nil)
		_, _, errs["Diff"] = Diff(ctx, dir, onDisk, nil, 1000)
	}
	return errs
}

func TestNoRepository(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	for name, err := range everything(t.Context(), dir) {
		if !errors.Is(err, ErrNoRepository) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInsideGitDirectory(t *testing.T) {
	dir := filepath.Join(repo(t), ".git")
	if _, _, err := TopLevel(t.Context(), dir); !errors.Is(err, ErrNoRepository) {
		t.Errorf("Place: %v", err)
	}
	if _, err := Tracked(t.Context(), dir); !errors.Is(err, ErrNoRepository) {
		t.Errorf("Tracked: %v", err)
	}
}

func TestNoGit(t *testing.T) {
	dir := repo(t)
	t.Setenv("PATH", t.TempDir())
	for name, err := range everything(t.Context(), dir) {
		if !errors.Is(err, ErrNoGit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := GlobalExcludes(t.Context(), dir); !errors.Is(err, ErrNoGit) {
		t.Errorf("GlobalExcludes: %v", err)
	}
}

func TestMissingFolderAndCancel(t *testing.T) {
	var failed *Error
	for name, err := range everything(t.Context(), filepath.Join(t.TempDir(), "gone")) {
		if !errors.As(err, &failed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range everything(ctx, repo(t)) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A worktree has its own HEAD and index, and shares info/exclude.
func TestWorktree(t *testing.T) {
	dir := repo(t)
	write(t, dir, ".git/info/exclude", "mine\n")
	linked := filepath.Join(t.TempDir(), "linked")
	git(t, dir, "worktree", "add", "-q", linked, "side")
	head, err := Head(t.Context(), linked)
	if want := git(t, dir, "rev-parse", "side"); head != want || err != nil {
		t.Errorf("Head: %q, %v, want %q", head, err, want)
	}
	for _, at := range []string{dir, filepath.Join(dir, "app"), linked} {
		if text, err := InfoExclude(at); string(text) != "mine\n" || err != nil {
			t.Errorf("InfoExclude(%s): %q, %v", at, text, err)
		}
	}
}

func TestGlobalExcludes(t *testing.T) {
	dir := repo(t)
	ask := func(want string) {
		t.Helper()
		if text, err := GlobalExcludes(t.Context(), dir); string(text) != want || err != nil {
			t.Errorf("%q, %v, want %q", text, err, want)
		}
		if text, _, err := Settings(t.Context(), dir); string(text) != want || err != nil {
			t.Errorf("by one call: %q, %v, want %q", text, err, want)
		}
	}
	ask("")
	write(t, os.Getenv("XDG_CONFIG_HOME"), "git/ignore", "xdg\n")
	ask("xdg\n")
	write(t, os.Getenv("HOME"), "my excludes", "set\n")
	git(t, dir, "config", "--global", "core.excludesFile", "~/my excludes")
	ask("set\n")
	git(t, dir, "config", "--global", "core.excludesFile", "~/missing")
	ask("")
	git(t, dir, "config", "--global", "core.excludesFile", "")
	ask("")
}

func TestIgnoresCase(t *testing.T) {
	dir := repo(t)
	config := filepath.Join(dir, ".git", "config")
	text := string(readText(config))
	for setting, want := range map[string]bool{"": false, "ignoreCase": true, "ignorecase = true": true, "IGNORECASE = Yes": true, "ignoreCase = on": true, "ignoreCase = 1": true,
		"ignoreCase = no": false, "ignoreCase = 0": false, "ignoreCase = false": false, "ignoreCase =": false, "ignoreCase = off\n\tignoreCase = on": true} {
		write(t, dir, ".git/config", text+"[core]\n\t"+setting+"\n")
		if got, err := IgnoresCase(t.Context(), dir); got != want || err != nil {
			t.Errorf("%q: %v, %v", setting, got, err)
		}
		if _, got, err := Settings(t.Context(), dir); got != want || err != nil {
			t.Errorf("%q by one call: %v, %v", setting, got, err)
		}
	}
}

// What the variables of a git hook say is about the hook's repository, not about ours.
func TestForeignEnvironment(t *testing.T) {
	dir := repo(t)
	want, err := Head(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "elsewhere.git")
	t.Setenv("GIT_DIR", elsewhere)
	t.Setenv("GIT_INDEX_FILE", filepath.Join(elsewhere, "index"))
	t.Setenv("GIT_WORK_TREE", elsewhere)
	for name, err := range everything(t.Context(), dir) {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := Head(t.Context(), dir); got != want || err != nil {
		t.Errorf("Head: %q, %v", got, err)
	}
}

func FuzzParseHistory(f *testing.F) {
	f.Add("aaaa 12 fix: it\x00\n:100 100 a b M\x00x\x00:100 100 a b M\x00:y\x00bbbb 13\x00")
	f.Add("a 1 x\x00\n:100 100 a b R100\x00x\x00y\x00b 2 y\x00\n:100 100 a b M\x00x\x00")
	f.Add(":\x00:\x00 \x00a \x00 5\x00:")
	f.Fuzz(func(t *testing.T, out string) {
		changes := strings.Count(out, ":")
		for _, c := range first(parseHistory(out)) {
			if c.Hash == "" {
				t.Error("a commit without hash")
			}
			for _, p := range c.Paths {
				if changes--; p == "" || strings.Contains(p, "\x00") {
					t.Errorf("path %q", p)
				}
			}
		}
		if changes < 0 {
			t.Error("more paths than changes")
		}
	})
}

func first(commits []Commit, _ map[string]string) []Commit { return commits }
