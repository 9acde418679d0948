package git

import "testing"

func TestRemoteName(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com/shop/cart.git":               "shop/cart",
		"https://u:hunter2@example.com/shop/cart.git":     "shop/cart",
		"https://example.com:8443/scm/shop/cart":          "scm/shop/cart",
		"ssh://git@example.com/shop/cart.git/":            "shop/cart",
		"git@example.com:shop/cart.git":                   "shop/cart",
		"example.com:cart":                                "cart",
		"/srv/git/cart.git":                               "",
		"../cart":                                         "",
		`C:\git\cart`:                                     "",
		"file:///srv/git/cart.git":                        "",
		"https://example.com/shop/cart.git?token=hunter2": "shop/cart",
	} {
		dir := t.TempDir()
		for _, args := range [][]string{{"init", "-q"}, {"remote", "add", "upstream", address}} {
			if _, err := run(t.Context(), dir, maxLine, args...); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := RemoteName(t.Context(), dir); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", address, got, err, want)
		}
		if _, err := run(t.Context(), dir, maxLine, "remote", "add", "origin", "git@example.com:team/origin.git"); err != nil {
			t.Fatal(err)
		}
		if got, err := RemoteName(t.Context(), dir); got != "team/origin" || err != nil {
			t.Errorf("with an origin: %q, %v", got, err)
		}
	}
	dir := t.TempDir()
	if _, err := run(t.Context(), dir, maxLine, "init", "-q"); err != nil {
		t.Fatal(err)
	}
	if got, err := RemoteName(t.Context(), dir); got != "" || err != nil {
		t.Errorf("without a remote: %q, %v", got, err)
	}
}
