package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// anonymous takes from texts what tells of the user and the workspace.
type anonymous struct {
	root string
	home []string // the home directory, as it is called and where it really is
	user []string // what may be the user's name
}

// anonymiser is for a report about the folder at an absolute path.
func anonymiser(root string) *anonymous {
	a := &anonymous{root: root, user: []string{os.Getenv("USER"), os.Getenv("LOGNAME"), os.Getenv("USERNAME")}}
	if home, err := os.UserHomeDir(); err == nil && filepath.Dir(home) != home {
		a.home, a.user = []string{home}, append(a.user, filepath.Base(home))
		if real, err := filepath.EvalSymlinks(home); err == nil && real != home {
			a.home = append(a.home, real)
		}
	}
	return a
}

// path is a path of the program's own, with ~ for the home directory and without the user's name.
func (a *anonymous) path(p string) string {
	for _, home := range a.home {
		if p == home {
			return "~"
		}
		if rest, below := strings.CutPrefix(p, home+string(filepath.Separator)); below {
			p = "~" + string(filepath.Separator) + rest
		}
	}
	parts := strings.Split(p, string(filepath.Separator))
	for i, part := range parts {
		for _, name := range a.user {
			if part != "" && strings.EqualFold(part, name) {
				parts[i] = "USER"
			}
		}
	}
	return strings.Join(parts, string(filepath.Separator))
}

// text is the first line of a text that was made for the user alone, such as an error: without anything
// that is quoted, and without paths.
func (a *anonymous) text(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	s = strings.ReplaceAll(s, a.root, "DIR") // also where it has spaces in it
	for _, home := range a.home {
		s = strings.ReplaceAll(s, home, "~")
	}
	s = regexp.MustCompile(`(^|[\s(:=])('[^']*'|"[^"]*"|`+"`[^`]*`"+`)`).ReplaceAllString(s, "$1…")
	s = regexp.MustCompile(`[^\s:]*[/\\][^\s:]*`).ReplaceAllString(s, "…")
	for _, name := range a.user {
		if name != "" {
			s = regexp.MustCompile(`(?i)\b`+regexp.QuoteMeta(name)+`\b`).ReplaceAllString(s, "USER")
		}
	}
	return s
}
