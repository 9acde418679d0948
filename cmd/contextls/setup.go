package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/cmd/contextls/setup"
	"github.com/contextls/contextls/cmd/contextls/shell"
	"github.com/contextls/contextls/workspace/parse"
	"github.com/contextls/contextls/workspace/secret"
)

// setupCommand puts contextls into the settings of agents and editors, or takes it out.
func setupCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "setup [AGENT]…", Short: "tell agents and editors of contextls; what changes is shown first",
		Long: "Put contextls into the settings of agents and editors, or take it out. The difference is shown, and written only when you agree. " +
			"Without a name it lists what is set up where.",
		Example: "contextls setup claude vscode",
	}
	flags := cmd.Flags()
	remove := flags.Bool("remove", false, "take contextls out again")
	project := flags.String("project", "", "the settings of the project in this `FOLDER`, which its other users share, instead of your own")
	words := flags.String("command", "", "the `WORDS` that start contextls, for example \"npx -y contextls\"; by default this program")
	print := flags.Bool("print", false, "print what stands in the settings, for others to put there, and change nothing")
	yes := flags.Bool("yes", false, "write without asking")
	asJSON := flags.Bool("json", false, "print what is set up where as JSON")
	for _, a := range setup.Agents() {
		cmd.ValidArgs = append(cmd.ValidArgs, a.Name)
	}
	return c.does(cmd, func(names []string) (int, error) {
		return c.setUp(names, *project, *words, *remove, *print, *yes, *asJSON)
	})
}

func (c *commandLine) setUp(names []string, project, words string, remove, print, yes, asJSON bool) (int, error) {
	place, command, err := where(project, words)
	if err != nil {
		return exitUsage, err
	}
	if len(names) == 0 {
		return exitOK, c.listAgents(place, command, asJSON)
	}
	agents, err := agentsNamed(names)
	if err != nil {
		return exitUsage, err
	}
	answers := bufio.NewReader(os.Stdin)
	for _, a := range agents {
		if print {
			block, err := a.Block(place, command)
			if err != nil {
				return exitFailed, err
			}
			fmt.Fprint(stdout(), block)
			continue
		}
		plan, err := planFor(a, place, command, remove)
		if err != nil {
			return exitFailed, err
		}
		if !plan.Changes() {
			fmt.Fprintf(stdout(), "%s: %s is as it should be\n", a.What, plan.File)
			continue
		}
		fmt.Fprint(stdout(), secret.Redact(plan.Diff())) // other servers' keys may stand beside ours
		if !yes && !agreed(answers) {
			fmt.Fprintln(stdout(), "Nothing is written; --yes does it without asking.")
			continue
		}
		if err := plan.Write(); err != nil {
			return exitFailed, err
		}
		fmt.Fprintf(stdout(), "%s: written; it takes effect when %s is started next\n", plan.File, a.What)
	}
	return exitOK, nil
}

// agreed asks the person at the terminal, if there is one.
func agreed(answers *bufio.Reader) bool {
	if !isTerminal(os.Stdin) {
		return false
	}
	fmt.Fprint(stdout(), "Write this? [y/N] ")
	answer, err := answers.ReadString('\n')
	if err != nil {
		fmt.Fprintln(stdout())
	}
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(answer)))
}

func planFor(a setup.Agent, place setup.Place, command setup.Command, remove bool) (setup.Plan, error) {
	if remove {
		return a.Remove(place)
	}
	return a.Set(place, command)
}

// where is the place whose settings are meant, and what is to start contextls there.
func where(project, words string) (setup.Place, setup.Command, error) {
	place := setup.Place{OS: runtime.GOOS, Env: os.Getenv}
	var err error
	if place.Home, err = os.UserHomeDir(); err != nil {
		return place, nil, err
	}
	if project != "" {
		if place.Project, err = folderAt(project); err != nil {
			return place, nil, fmt.Errorf("--project: %w", err)
		}
	}
	if command := setup.Command(strings.Fields(words)); len(command) > 0 {
		return place, command, nil
	}
	self, err := parse.Self()
	if err != nil {
		return place, nil, err
	}
	return place, setup.CommandFor(self, place), nil
}

func agentsNamed(names []string) ([]setup.Agent, error) {
	var agents []setup.Agent
	for _, name := range names {
		all := setup.Agents()
		i := slices.IndexFunc(all, func(a setup.Agent) bool { return a.Name == name })
		if i < 0 {
			var known []string
			for _, a := range all {
				known = append(known, a.Name)
			}
			return nil, fmt.Errorf("there is no agent %q%s; known are %s", name, meant("", name, known), strings.Join(known, ", "))
		}
		agents = append(agents, all[i])
	}
	return agents, nil
}

// agentState says of an agent where its settings are, and whether contextls is in them.
type agentState struct {
	Agent string `json:"agent"`
	Name  string `json:"name"`
	State string `json:"state"`
	File  string `json:"file"`
}

func (c *commandLine) listAgents(place setup.Place, command setup.Command, asJSON bool) (failed error) {
	var states []agentState
	var rows [][]shell.Cell
	for _, a := range setup.Agents() {
		file := a.File(place)
		if file == "" {
			continue
		}
		state, style := "not set up", shell.Plain
		set, setErr := a.Set(place, command)
		removed, removeErr := a.Remove(place)
		switch err := errors.Join(setErr, removeErr); {
		case err != nil:
			state, style, failed = "cannot be read", shell.Bad, errors.Join(failed, err)
		case !set.Changes():
			state, style = "set up", shell.Good
		case removed.Changes():
			state = "set up otherwise"
		case !exists(filepath.Dir(file)):
			state, style = "not found here", shell.Aside
		}
		states = append(states, agentState{a.Name, a.What, state, file})
		rows = append(rows, []shell.Cell{{Style: shell.Name, Text: a.Name}, {Text: a.What}, {Style: style, Text: state}, {Text: file}})
	}
	if asJSON {
		return errors.Join(failed, c.printJSON(states))
	}
	return errors.Join(failed, c.print(c.text().Table(0, rows)))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
