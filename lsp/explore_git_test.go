package lsp

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// gitShop is the shop in a repository with two commits, and changes on top.
func gitShop(t *testing.T) session {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_AUTHOR_DATE", "2020-01-02T03:04:05Z")
	t.Setenv("GIT_COMMITTER_DATE", "2020-01-02T03:04:05Z")
	root := write(t, shop)
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=Ann", "-c", "user.email=a@x", "-c", "core.autocrlf=false"}, args...)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	git("add", "-f", "-A")
	git("commit", "-q", "-m", "Open the shop")
	put(t, filepath.Join(root, "store/user.py"), "class User:\n    pass\n")
	git("commit", "-q", "-a", "-m", "Shorten users\n\nNobody needs\ntheir names.")
	put(t, filepath.Join(root, "app.py"), "saved = 1\n")
	put(t, filepath.Join(root, ".env"), "PASSWORD=other\n")
	put(t, filepath.Join(root, "debug.log"), "more noise\n")
	return start(t, root, nil, "")
}

func TestGitProviders(t *testing.T) {
	s := gitShop(t)
	hash := regexp.MustCompile(`\b[0-9a-f]{7,40}(\.\.[0-9a-f]{7,40})?\b`)
	for _, tt := range []struct {
		provider string
		params   any
		want     string // with ? for hashes
	}{
		{"git_log", nil, "? 2020-01-02 Ann: Shorten users\n    Nobody needs\n    their names.\n? 2020-01-02 Ann: Open the shop\n"},
		{"git_log", params{"paths": []string{"store/user.py"}, "grep": "OPEN"}, "? 2020-01-02 Ann: Open the shop\n"},
		{"git_log", params{"paths": []string{"store/user.py", "."}, "count": 1}, "? 2020-01-02 Ann: Shorten users\n    Nobody needs\n    their names.\n[truncated: there are older commits]"},
		{"git_log", params{"grep": "--all"}, "no commits\n"},
		{"git_log", params{"paths": []string{".env"}}, "!paths[0]: .env is left out: secret"},
		{"git_diff", params{"range": "HEAD~1..HEAD"}, "diff --git a/store/user.py b/store/user.py\nindex ? 100644\n--- a/store/user.py\n+++ b/store/user.py\n" +
			"@@ -1,3 +1,2 @@\n class User:\n-    def name(self):\n-        return self.first\n+    pass\n"},
		{"git_diff", params{"range": "HEAD~1..HEAD", "paths": []string{"app.py"}}, "no changes\n"},
		{"git_diff", params{"range": "--output=pwned"}, `!range: "--output=pwned": it names no commit`},
		{"git_diff", params{"range": "nobody..HEAD"}, `!range: "nobody": it names no commit`},
		{"git_diff", params{"paths": []string{"-p"}}, "no changes\n"},
	} {
		got := s.one(tt.provider, tt.params)
		if diff := cmp.Diff(tt.want, hash.ReplaceAllString(got, "?")); diff != "" {
			t.Errorf("%s %v (-want +got):\n%s", tt.provider, tt.params, diff)
		}
	}
	// Of secrets that git tracks nothing is shown but that they changed.
	got := s.one("git_diff", nil)
	if !strings.HasPrefix(got, ".env is left out: secret\ndiff --git a/app.py b/app.py\n") ||
		!strings.Contains(got, "+saved = 1\n") || strings.Contains(got, "PASSWORD") || !strings.Contains(got, "noise") {
		t.Errorf("the diff is %s", got)
	}
}
