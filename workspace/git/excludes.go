package git

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// maxExcludes is how much of an ignore file is read, in bytes.
const maxExcludes = 1 << 20

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
	file := strings.TrimSuffix(string(out), "\x00")
	if file == "" {
		return nil, nil
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	return readText(file), nil
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
// there is none.
func InfoExclude(ctx context.Context, dir string) ([]byte, error) {
	out, err := run(ctx, dir, maxLine, "rev-parse", "--git-path", "info/exclude")
	if err != nil {
		return nil, err
	}
	file := strings.TrimSuffix(string(out), "\n")
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	return readText(file), nil
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
