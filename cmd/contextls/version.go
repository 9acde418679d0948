package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/module"

	"github.com/contextls/contextls/cmd/contextls/shell"
)

// release is the version of this source; a build of a tagged module says its own.
const release = "0.1.0"

// build is what is known of this program.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`   // as far as it is known, which "" says it is not
	Date     string `json:"date"`     // of the commit: RFC 3339
	Modified bool   `json:"modified"` // there was more than the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// buildOf reads what the Go toolchain has noted of a program: where it was built in a repository, the commit; where a module
// was fetched, its version, which names the commit where it is no release.
func buildOf(info *debug.BuildInfo) build {
	b := build{Version: release, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info == nil {
		return b
	}
	switch v := info.Main.Version; {
	case module.IsPseudoVersion(v):
		b.Commit, _ = module.PseudoVersionRev(v)
		if at, err := module.PseudoVersionTime(v); err == nil {
			b.Date = at.Format("2006-01-02T15:04:05Z")
		}
	case v != "" && v != "(devel)":
		b.Version = strings.TrimSuffix(strings.TrimPrefix(v, "v"), "+dirty")
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func thisBuild() build {
	info, _ := debug.ReadBuildInfo()
	return buildOf(info)
}

func buildVersion() string { return thisBuild().Version }

func versionCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{Use: "version", Short: "print the version, and the commit that it was built of", Example: "contextls version"}
	asJSON := jsonFlag(cmd.Flags())
	return c.does(cmd, func([]string) (int, error) {
		b := thisBuild()
		if *asJSON {
			return exitOK, c.printJSON(b)
		}
		t := c.text().Add(shell.Plain, "contextls %s", b.Version)
		if b.Commit != "" {
			t.Add(shell.Plain, " (%s", b.Commit[:min(len(b.Commit), 12)])
			if b.Modified {
				t.Add(shell.Plain, " and changes")
			}
			t.Add(shell.Plain, ", %.10s)", cmp.Or(b.Date, "of an unknown day"))
		}
		return exitOK, c.print(t.Line(shell.Plain, ""))
	})
}
