package protocol

import (
	"errors"
	"testing"

	"go.lsp.dev/uri"
)

func TestPathOf(t *testing.T) {
	tests := []struct {
		uri, posix, windows string
		err                 error // on POSIX
	}{
		{"file:///a/b.go", "/a/b.go", `\a\b.go`, nil},
		{"FILE:///a/b.go", "/a/b.go", `\a\b.go`, nil},
		{"file:/a/b.go", "/a/b.go", `\a\b.go`, nil},
		{"file://localhost/a/b.go", "/a/b.go", `\a\b.go`, nil},
		{"file:///a//b/../c/./d.go", "/a/c/d.go", `\a\c\d.go`, nil},
		{"file:///a/../../../etc", "/etc", `\etc`, nil},
		{"file:///a%20b/%C3%A9%23.go", "/a b/é#.go", `\a b\é#.go`, nil},
		{"file:///a/b.go?x#y", "/a/b.go", `\a\b.go`, nil},
		{"file:///a/", "/a", `\a`, nil},
		{"file:///C:/a/b.go", "/c:/a/b.go", `c:\a\b.go`, nil},
		{"file:///c%3A/a/b.go", "/c:/a/b.go", `c:\a\b.go`, nil},
		{"file:///C%3a/a/b.go", "/c:/a/b.go", `c:\a\b.go`, nil},
		{"file:///./C%3A/a.go", "/c:/a.go", `c:\a.go`, nil},
		{"file:///d:", "/d:", `d:\`, nil},
		{"file:///d%3A/", "/d:", `d:\`, nil},
		{"file://server/share/b.go", "", `\\server\share\b.go`, errOtherHost},
		{`file://\`, "", "", errOtherHost},
		{"", "", "", errEmptyURI},
		{"/a/b.go", "", "", errNotFile},
		{"untitled:Untitled-1", "", "", errNotFile},
		{"untitled:/a/b.go", "", "", errNotFile},
		{"git:/a/b.go?%7B%7D", "", "", errNotFile},
		{"vscode-notebook-cell:/a/b.ipynb#X", "", "", errNotFile},
		{"vscode-remote://ssh/a/b.go", "", "", errNotFile},
		{"file:///a%00b", "", "", errNUL},
	}
	for _, tt := range tests {
		got, err := pathOn(uri.PlatformPOSIX, tt.uri)
		if got != tt.posix || !errors.Is(err, tt.err) {
			t.Errorf("pathOn(POSIX, %q) = %q, %v; want %q, %v", tt.uri, got, err, tt.posix, tt.err)
		}
		if got, err := pathOn(uri.PlatformWindows, tt.uri); got != tt.windows {
			t.Errorf("pathOn(Windows, %q) = %q, %v; want %q", tt.uri, got, err, tt.windows)
		}
	}
}

func FuzzPathOf(f *testing.F) {
	f.Add("file:///a%20b/%C3%A9%23//../.go?q#f")
	f.Add("file://server/C%3A/x")
	f.Fuzz(func(t *testing.T, s string) {
		for _, platform := range []uri.Platform{uri.PlatformPOSIX, uri.PlatformWindows} {
			p, err := pathOn(platform, s)
			if err != nil {
				continue
			}
			if again, err := pathOn(platform, string(uri.FileFor(platform, p))); err != nil || again != p {
				t.Errorf("%q is %q, whose URI is %q, %v", s, p, again, err)
			}
		}
	})
}
