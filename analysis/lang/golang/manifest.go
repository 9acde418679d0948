package golang

import (
	"bytes"
	"cmp"
	"errors"
	"path"
	"strings"

	"golang.org/x/mod/modfile"
	modpath "golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// maxMends is after how many rounds of blanking bad lines a manifest is given up.
const maxMends = 64

// parseMod reads what is right in a go.mod; nil when no module is named.
func parseMod(p string, text []byte) *modfile.File {
	f := mended(text, func(text []byte) (*modfile.File, error) { return modfile.Parse(p, text, anyVersion) })
	if f == nil || f.Module == nil || f.Module.Mod.Path == "" {
		return nil
	}
	return f
}

// parseWork reads what is right in a go.work; nil when nothing is.
func parseWork(p string, text []byte) *modfile.WorkFile {
	return mended(text, func(text []byte) (*modfile.WorkFile, error) { return modfile.ParseWork(p, text, anyVersion) })
}

// mended parses a manifest without the lines that are wrong, so that one being typed, or a directive of
// a later Go, does not cost the others. A block that is not closed is closed at the end.
func mended[F any](text []byte, parse func([]byte) (*F, error)) *F {
	lines := bytes.Split(text, []byte("\n"))
	for range maxMends {
		f, err := parse(bytes.Join(lines, []byte("\n")))
		var wrong modfile.ErrorList
		if !errors.As(err, &wrong) {
			return f
		}
		for _, e := range wrong {
			if i := e.Pos.Line - 1; i >= 0 && i < len(lines) && len(bytes.TrimSpace(lines[i])) > 0 {
				lines[i] = nil
			} else {
				lines = append(lines, []byte(")"), nil)
			}
		}
	}
	return nil
}

// anyVersion lets pass what only the network can make a version of, like the name of a branch.
func anyVersion(modulePath, version string) (string, error) {
	if semver.IsValid(version) {
		return version, nil
	}
	_, major, _ := modpath.SplitPathVersion(modulePath)
	return cmp.Or(modpath.PathMajorPrefix(major), "v0") + ".0.0", nil
}

// inside is a relative path of a manifest in dir as a directory of the folder; false when it leaves it.
func inside(dir, relative string) (string, bool) {
	relative = strings.ReplaceAll(relative, `\`, "/") // as Windows writes it
	if path.IsAbs(relative) || strings.Contains(relative, ":") {
		return "", false
	}
	p := path.Join(dir, relative) // "" for the root, unless it was written as a dot
	if p == "." {
		p = ""
	}
	return p, p != ".." && !strings.HasPrefix(p, "../")
}

// vendored are the paths of the modules that a vendor/modules.txt names.
func vendored(text []byte) []string {
	var out []string
	for line := range bytes.Lines(text) {
		if fields := bytes.Fields(line); len(fields) >= 2 && string(fields[0]) == "#" {
			out = append(out, string(fields[1]))
		}
	}
	return out
}
