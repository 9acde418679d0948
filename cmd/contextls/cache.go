package main

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/store"
)

// cacheDir is where what was read is kept from one run to the next, "" where there is no place for it.
func cacheDir() string {
	if dir := os.Getenv("XDG_CACHE_HOME"); filepath.IsAbs(dir) { // on any system
		return filepath.Join(dir, "contextls")
	}
	dir, err := os.UserCacheDir()
	if err != nil || !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Join(dir, "contextls")
}

// cache tells of what is kept, checks it, or removes it.
func cache(args []string) (int, error) {
	rest, err := parseRest(flag.NewFlagSet("cache", flag.ContinueOnError), args)
	if err != nil {
		return exitUsage, err
	}
	if len(rest) == 0 {
		rest = []string{"info"}
	}
	if len(rest) > 1 {
		return exitUsage, fmt.Errorf("one of info, clear and verify, not %q", rest)
	}
	dir := cacheDir()
	if dir == "" {
		return exitFailed, fmt.Errorf("there is no cache: the home directory is not known")
	}
	kept := store.Open(store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	switch rest[0] {
	case "info":
		return cacheInfo(kept)
	case "clear":
		if err := kept.Clear(); err != nil {
			return exitFailed, err
		}
		fmt.Fprintln(stdout(), dir, "is empty")
		return exitOK, nil
	case "verify":
		return cacheVerify(kept)
	}
	return exitUsage, fmt.Errorf("%q is none of info, clear and verify", rest[0])
}

func cacheInfo(kept *store.Store) (int, error) {
	info, err := kept.Info()
	if err != nil {
		return exitFailed, err
	}
	fmt.Fprintf(stdout(), "directory  %s\n", kept.Dir())
	fmt.Fprintf(stdout(), "size       %s of at most %d MB (cache.megabytes)\n", megabytes(info.Bytes), cacheLimit())
	fmt.Fprintf(stdout(), "facts      of %d contents\n", info.Values)
	if !info.Oldest.IsZero() {
		fmt.Fprintf(stdout(), "oldest     last used on %s\n", info.Oldest.Format("2006-01-02"))
	}
	return exitOK, nil
}

// cacheLimit is how many megabytes are kept at most.
func cacheLimit() int {
	c := settings.UserSources().Load("", nil)
	return c.Values.CacheMegabytes
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20)) }

func cacheVerify(kept *store.Store) (int, error) {
	found, problems := kept.Verify(workspace.CheckKept)
	for _, p := range problems {
		fmt.Fprintln(stderr(), "contextls cache:", p)
	}
	fmt.Fprintf(stdout(), "%d facts, %d pages, %d problems\n", found.Values, found.Pages, len(problems))
	if len(problems) > 0 {
		fmt.Fprintln(stderr(), "contextls cache: `contextls cache clear` removes all of it; nothing is lost but time")
		return exitFailed, nil
	}
	return exitOK, nil
}
