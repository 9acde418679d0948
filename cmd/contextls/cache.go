package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/kept"
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

// cacheCommand tells of what is kept, checks it, or removes it.
func cacheCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "cache [info | clear | verify]", Short: "tell of what is kept of files that were read, remove it, or check it",
		Example: "contextls cache info", ValidArgs: []string{"info", "clear", "verify"},
	}
	asJSON := jsonFlag(cmd.Flags())
	return c.does(cmd, func(args []string) (int, error) { return c.cache(args, *asJSON) })
}

func (c *commandLine) cache(args []string, asJSON bool) (int, error) {
	if len(args) > 1 {
		return exitUsage, fmt.Errorf("one of info, clear and verify, not %q", args)
	}
	what := append(args, "info")[0]
	dir := cacheDir()
	if dir == "" {
		return exitFailed, fmt.Errorf("there is no cache: the home directory is not known")
	}
	files := kept.Open(kept.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	switch what {
	case "info":
		return c.cacheInfo(files, asJSON)
	case "clear":
		if err := files.Clear(); err != nil {
			return exitFailed, err
		}
		if asJSON {
			return exitOK, c.printJSON(map[string]any{"directory": dir})
		}
		fmt.Fprintln(c.out, dir, "is empty")
		return exitOK, nil
	case "verify":
		return c.cacheVerify(files, asJSON)
	}
	return exitUsage, fmt.Errorf("%q is none of info, clear and verify%s", what, meant("", what, []string{"info", "clear", "verify"}))
}

func (c *commandLine) cacheInfo(files *kept.Cache, asJSON bool) (int, error) {
	info, err := files.Info()
	if err != nil {
		return exitFailed, err
	}
	oldest := ""
	if !info.Oldest.IsZero() {
		oldest = info.Oldest.Format("2006-01-02")
	}
	if asJSON {
		return exitOK, c.printJSON(map[string]any{"directory": files.Dir(), "bytes": info.Bytes, "megabytesAtMost": cacheLimit(), "facts": info.Values, "oldest": oldest})
	}
	fmt.Fprintf(c.out, "directory  %s\n", files.Dir())
	fmt.Fprintf(c.out, "size       %s of at most %d MB (cache.megabytes)\n", megabytes(info.Bytes), cacheLimit())
	fmt.Fprintf(c.out, "facts      of %d contents\n", info.Values)
	if oldest != "" {
		fmt.Fprintf(c.out, "oldest     last used on %s\n", oldest)
	}
	return exitOK, nil
}

// cacheLimit is how many megabytes are kept at most.
func cacheLimit() int {
	c := settings.UserSources().Load("", nil)
	return c.Values.CacheMegabytes
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20)) }

func (c *commandLine) cacheVerify(files *kept.Cache, asJSON bool) (exitCode int, err error) {
	found, problems := files.Verify(workspace.CheckKept)
	if asJSON {
		told := []string{}
		for _, p := range problems {
			told = append(told, fmt.Sprint(p))
		}
		err = c.printJSON(map[string]any{"facts": found.Values, "pages": found.Pages, "problems": told})
	} else {
		for _, p := range problems {
			fmt.Fprintln(c.err, "contextls cache:", p)
		}
		fmt.Fprintf(c.out, "%d facts, %d pages, %d problems\n", found.Values, found.Pages, len(problems))
	}
	if len(problems) > 0 {
		fmt.Fprintln(c.err, "contextls cache: `contextls cache clear` removes all of it; nothing is lost but time")
		return exitFailed, err
	}
	return exitOK, err
}
