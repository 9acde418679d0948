package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/cmd/contextls/shell"
)

// The groups of commands, as help lists them.
const (
	ofContext = "context"
	ofProject = "project"
	ofOthers  = "others"
	ofProgram = "program"
)

// root is the program with all of its commands.
func (c *commandLine) root() *cobra.Command {
	root := &cobra.Command{
		Use: "contextls", Short: "decides what a model should see",
		Long:          "contextls decides what a model should see: the right code of a project, in a budget of tokens.",
		SilenceErrors: true, SilenceUsage: true, CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.AddGroup(&cobra.Group{ID: ofContext, Title: "Context for a model"}, &cobra.Group{ID: ofProject, Title: "What a project holds"},
		&cobra.Group{ID: ofOthers, Title: "For editors, agents and programs"}, &cobra.Group{ID: ofProgram, Title: "The program itself"})
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		*c.code = exitUsage
		if cmd.Name() == "hook" { // an agent takes that code for a veto, and throws the prompt away
			*c.code = exitFailed
		}
		return flagError(cmd, err)
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { fmt.Fprint(asItIs(c.out), c.help(cmd)) })
	c.inGroup(root, ofContext, packCommand, mapCommand, rankCommand, queryCommand, skeletonCommand)
	c.inGroup(root, ofProject, impactCommand, graphCommand, statsCommand, scanCommand)
	c.inGroup(root, ofOthers, serveCommand, mcpCommand, hookCommand, setupCommand, exploreCommand, exportCommand)
	c.inGroup(root, ofProgram, configCommand, cacheCommand, doctorCommand, daemonCommand, completionCommand, versionCommand, helpCommand)
	root.AddCommand(manCommand(c))
	if c.inDaemon {
		root.AddCommand(toolCommand(c))
	}
	for _, cmd := range root.Commands() {
		cmd.InitDefaultHelpFlag()
		cmd.DisableFlagsInUseLine = true
		if c.completing() { // else not: cobra keeps what it is told here for good, and the daemon does not end
			completeFlags(cmd)
		}
		if cmd.Name() == "help" {
			root.SetHelpCommand(cmd)
		}
	}
	return root
}

func (c *commandLine) inGroup(root *cobra.Command, group string, commands ...func(*commandLine) *cobra.Command) {
	for _, make := range commands {
		cmd := make(c)
		cmd.GroupID = group
		root.AddCommand(cmd)
	}
}

// exitCodes explains them.
const exitCodes = "Exit codes: 0 done, 1 failed, 2 wrong command line."

// help is what a command says of itself.
func (c *commandLine) help(cmd *cobra.Command) string {
	text := shell.Help(cmd, c.screen)
	if cmd.HasParent() {
		return text
	}
	return text + "\n`contextls help COMMAND` explains one, with its flags and an example.\n" + exitCodes + "\n"
}

func helpCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{Use: "help [COMMAND]", Short: "explain a command, or list all of them", Example: "contextls help pack"}
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names(cmd.Root()), cobra.ShellCompDirectiveNoFileComp
	}
	return c.does(cmd, func(args []string) (int, error) {
		about := cmd.Root()
		if len(args) > 0 {
			if about = named(about, args[0]); about == nil {
				return exitUsage, fmt.Errorf("there is no command %q%s", args[0], meant("", args[0], names(cmd.Root())))
			}
		}
		return exitOK, about.Help()
	})
}

func completionCommand(c *commandLine) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd := &cobra.Command{
		Use: "completion SHELL", Short: "print what has a shell complete commands, flags and files",
		Long: "Print what has a shell complete commands, flags and files: bash, zsh, fish or powershell. Where to put it:\n\n" +
			"  bash        contextls completion bash > ~/.local/share/bash-completion/completions/contextls\n" +
			"  zsh         contextls completion zsh > a directory of $fpath, as _contextls\n" +
			"  fish        contextls completion fish > ~/.config/fish/completions/contextls.fish\n" +
			"  PowerShell  contextls completion powershell | Out-String | Invoke-Expression, in $PROFILE",
		Example: "source <(contextls completion bash)", ValidArgs: shells,
	}
	return c.does(cmd, func(args []string) (int, error) {
		if len(args) != 1 {
			return exitUsage, errors.New("it wants one of bash, zsh, fish and powershell")
		}
		root, out := cmd.Root(), asItIs(c.out)
		switch args[0] {
		case "bash":
			return exitOK, root.GenBashCompletionV2(out, true)
		case "zsh":
			return exitOK, root.GenZshCompletion(out)
		case "fish":
			return exitOK, root.GenFishCompletion(out, true)
		case "powershell":
			return exitOK, root.GenPowerShellCompletionWithDesc(out)
		}
		return exitUsage, fmt.Errorf("%q is not one of bash, zsh, fish and powershell%s", args[0], meant("", args[0], shells))
	})
}

// manCommand is for packages that install a manual page, and for `contextls man | man -l -`.
func manCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{Use: "man", Short: "print the manual page", Example: "contextls man | man -l -", Hidden: true}
	return c.does(cmd, func([]string) (int, error) {
		_, err := fmt.Fprint(asItIs(c.out), shell.Manual(cmd.Root(), release, []string{"Exit codes", exitCodes + " A hook never ends with 2, which agents take for a veto."},
			[]string{"Environment", "CONTEXTLS_REMOTE: off, or the directory of the daemon's socket, as --remote has it.",
				"NO_COLOR: there are no colours on a terminal, whatever its value is.",
				"CONTEXTLS_…: settings; contextls config tells which are in force."}))
		return failedIf(err), err
	})
}

// greeting is what somebody reads who starts the program without a word.
var greeting = [][2]string{
	{`contextls pack FILE --task "…"`, "the context for a change, to paste into a chat"},
	{"contextls rank FILE", "the files that matter to it, with reasons"},
	{"contextls impact FILE|NAME", "whom a change of it may concern"},
	{"contextls graph FILE > graph.svg", "a drawing of who imports it and what it imports"},
	{"contextls setup claude", "your agent or editor asks by itself (codex, cursor, vscode, …)"},
	{"contextls help", "all commands"},
}

// greet says what one can do here.
func (c *commandLine) greet() int {
	t := shell.NewText(c.screen).Line(shell.Title, "%s", c.root().Long).Line(shell.Plain, "")
	var rows [][]shell.Cell
	for _, g := range greeting {
		rows = append(rows, []shell.Cell{{Style: shell.Name, Text: g[0]}, {Text: g[1]}})
	}
	_, err := asItIs(c.out).Write([]byte(t.Table(2, rows).String()))
	return end("contextls", failedIf(err), err, c.err)
}
