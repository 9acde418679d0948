package git

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxExcludes is how much of an ignore file is read, in bytes.
const maxExcludes = 1 << 20

// Settings are GlobalExcludes and IgnoresCase, asked for by one call.
func Settings(ctx context.Context, dir string) (excludes []byte, ignoresCase bool, err error) {
	out, err := run(ctx, dir, maxLine, "config", "--type=path", "-z", "--get-regexp", `^core\.(excludesfile|ignorecase)$`)
	understood := err == nil || exitCode(err) == 1 // neither is set
	file := defaultExcludes()
	for setting := range strings.SplitSeq(string(out), "\x00") {
		switch key, value, _ := strings.Cut(setting, "\n"); key { // of several values the last one holds
		case "core.excludesfile":
			file = value
		case "core.ignorecase":
			ignoresCase = slices.Contains([]string{"true", "yes", "on", "1"}, strings.ToLower(value))
			understood = understood && (ignoresCase || slices.Contains([]string{"false", "no", "off", "0", ""}, strings.ToLower(value)))
		}
	}
	if understood {
		return textOf(dir, file), ignoresCase, nil
	}
	if excludes, err = GlobalExcludes(ctx, dir); err == nil { // a truth without a value is no path
		ignoresCase, err = IgnoresCase(ctx, dir)
	}
	return excludes, ignoresCase, err
}

// textOf is the text of an ignore file that git's settings name; nil where there is none.
func textOf(dir, file string) []byte {
	if file == "" {
		return nil
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	return readText(file)
}

// GlobalExcludes is the text of the user's own ignore file (core.excludesFile, or where git looks
// without that setting); nil when there is none. It needs no repository.
func GlobalExcludes(ctx context.Context, dir string) ([]byte, error) {
	out, err := run(ctx, dir, maxLine, "config", "--type=path", "-z", "--get", "core.excludesFile")
	if exitCode(err) == 1 { // not set
		return readText(defaultExcludes()), nil
	}
	if err != nil {
		return nil, err
	}
	return textOf(dir, strings.TrimSuffix(string(out), "\x00")), nil
}

func defaultExcludes() string {
	if xdg := os.Getenv("XDG_CONFIG_HOME"); xdg != "" {
		return filepath.Join(xdg, "git", "ignore")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".config", "git", "ignore")
}

// InfoExclude is the text of the repository's .git/info/exclude, which its worktrees share; nil when
// there is none. It asks no program.
func InfoExclude(dir string) ([]byte, error) {
	p, err := find(dir)
	if err == nil && p != nil {
		err = p.check()
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrForeign, err)
	case p == nil:
		return nil, ErrNoRepository
	}
	return readText(filepath.Join(p.common, "info", "exclude")), nil
}

// IgnoresCase reports whether git takes names that differ in case for the same (core.ignoreCase).
func IgnoresCase(ctx context.Context, dir string) (bool, error) {
	out, err := run(ctx, dir, maxLine, "config", "--type=bool", "--get", "core.ignoreCase")
	if exitCode(err) == 1 { // not set
		return false, nil
	}
	return strings.TrimSpace(string(out)) == "true", err
}

// readText reads a regular file; anything else has no rules in it.
func readText(file string) []byte {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxExcludes))
	if err != nil {
		return nil
	}
	return text
}
