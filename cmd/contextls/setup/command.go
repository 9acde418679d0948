package setup

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// name is what the entry is called everywhere, and the program.
const name = "contextls"

// Command starts contextls: a program and what comes before its own arguments.
type Command []string

// throwaway is the path of a program in uv's cache, where uvx runs it: tomorrow it is somewhere else.
var throwaway = regexp.MustCompile(`/archive-v\d+/`)

// CommandFor is how an agent should start the program at the path self: by its path, since many are not started from a
// shell and have another PATH; for a project, which is others' too, by its name. A package runner that would have to fetch
// the program (npx, uvx) is to do so again.
func CommandFor(self string, place Place) Command {
	if runner := strings.Fields(place.Env("CONTEXTLS_RUNNER")); len(runner) > 0 { // set by the npm package
		return runner
	}
	if throwaway.MatchString(filepath.ToSlash(self)) {
		return Command{"uvx", name}
	}
	if place.Project != "" {
		return Command{name}
	}
	return Command{lasting(self, place.Env("PATH"))}
}

// lasting is the entry of PATH that is this program, if there is one: where it is a link, it outlives an update.
func lasting(self, path string) string {
	me, err := os.Stat(self)
	if err != nil {
		return self
	}
	for _, dir := range filepath.SplitList(path) {
		entry := filepath.Join(dir, filepath.Base(self))
		if info, err := os.Stat(entry); err == nil && os.SameFile(me, info) && filepath.IsAbs(entry) {
			return entry
		}
	}
	return self
}

// on is the command as a system can start it: on Windows npx is a script, which needs a shell.
func (c Command) on(os string) Command {
	if os == "windows" && c[0] == "npx" {
		return append(Command{"cmd", "/c"}, c...)
	}
	return c
}

// mcp is the program of the MCP server and its arguments.
func (c Command) mcp() (string, []string) { return c[0], append(append([]string{}, c[1:]...), "mcp") }
