package git

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRemote(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com/shop/cart.git":               "example.com/shop/cart",
		"https://u:hunter2@example.com/shop/cart.git":     "example.com/shop/cart",
		"https://example.com:8443/scm/shop/cart":          "example.com/scm/shop/cart",
		"ssh://git@example.com/shop/cart.git/":            "example.com/shop/cart",
		"git@Example.com:shop/cart.git":                   "example.com/shop/cart",
		"example.com:cart":                                "example.com/cart",
		"/srv/git/cart.git":                               "",
		"../cart":                                         "",
		`C:\git\cart`:                                     "",
		"file:///srv/git/cart.git":                        "",
		"https://example.com/shop/cart.git?token=hunter2": "example.com/shop/cart",
	} {
		dir := t.TempDir()
		for _, args := range [][]string{{"init", "-q"}, {"remote", "add", "upstream", address}} {
			if _, err := run(t.Context(), dir, maxLine, args...); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := Remote(t.Context(), dir); got.String() != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", address, got, err, want)
		}
		if _, err := run(t.Context(), dir, maxLine, "remote", "add", "origin", "git@example.com:team/origin.git"); err != nil {
			t.Fatal(err)
		}
		if got, err := Remote(t.Context(), dir); got != (Address{"example.com", "team/origin"}) || err != nil {
			t.Errorf("with an origin: %q, %v", got, err)
		}
	}
	dir := t.TempDir()
	if _, err := run(t.Context(), dir, maxLine, "init", "-q"); err != nil {
		t.Fatal(err)
	}
	if got, err := Remote(t.Context(), dir); got != (Address{}) || err != nil {
		t.Errorf("without a remote: %q, %v", got, err)
	}
}

func TestFirstCommit(t *testing.T) {
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		if _, err := run(t.Context(), dir, maxLine, append([]string{"-c", "user.name=x", "-c", "user.email=x"}, args...)...); err != nil {
			t.Fatal(err)
		}
	}
	want := func(want string) {
		t.Helper()
		if got, err := FirstCommit(t.Context(), dir); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	git("init", "-q")
	want("")
	git("commit", "-q", "--allow-empty", "-m", "first", "--date", "2020-01-01T00:00:00Z")
	first, err := Head(t.Context(), dir)
	if err != nil || first == "" {
		t.Fatal(first, err)
	}
	want(first)
	git("commit", "-q", "--allow-empty", "-m", "second")
	want(first)
	second, _ := Head(t.Context(), dir)
	if err := os.WriteFile(filepath.Join(dir, ".git", "shallow"), []byte(second+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	want("")
}
