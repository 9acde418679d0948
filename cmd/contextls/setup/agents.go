package setup

import (
	"path/filepath"
)

// Place is where settings are looked for.
type Place struct {
	OS      string              // as runtime.GOOS
	Home    string              // the user's folder
	Env     func(string) string // a variable of the environment
	Project string              // the folder of a project; "": the user's settings are meant
}

// Agent is an agent or an editor that can be told of contextls.
type Agent struct {
	Name string // on the command line
	What string // its own name
	user func(Place) string
	// project is the file of a project, "" where there is none.
	project string
	format  format
}

// format is how a kind of file says which servers there are.
type format interface {
	set(text string, c Command) (string, error)
	remove(text string) (string, error)
}

// Agents are all that can be set up, by name.
func Agents() []Agent {
	servers := jsonFormat{key: "mcpServers"}
	return []Agent{
		{"claude", "Claude Code", inHome(".claude.json"), ".mcp.json", servers},
		{"claude-desktop", "Claude Desktop", inConfig("Claude/claude_desktop_config.json"), "", servers},
		{"codex", "Codex", codexFile, ".codex/config.toml", tomlFormat{}},
		{"cursor", "Cursor", inHome(".cursor/mcp.json"), ".cursor/mcp.json", servers},
		{"gemini", "Gemini CLI", inHome(".gemini/settings.json"), ".gemini/settings.json", servers},
		{"nvim", "Neovim", nvimFile, "", luaFormat{}},
		{"vscode", "VS Code", inConfig("Code/User/mcp.json"), ".vscode/mcp.json", jsonFormat{key: "servers", typed: true}},
		{"windsurf", "Windsurf", inHome(".codeium/windsurf/mcp_config.json"), "", servers},
		{"zed", "Zed", zedFile, ".zed/settings.json", jsonFormat{key: "context_servers"}},
	}
}

func inHome(path string) func(Place) string {
	return func(p Place) string { return filepath.Join(p.Home, filepath.FromSlash(path)) }
}

// inConfig is a file where desktop programs keep their settings.
func inConfig(path string) func(Place) string {
	return func(p Place) string {
		path := filepath.FromSlash(path)
		switch p.OS {
		case "darwin":
			return filepath.Join(p.Home, "Library", "Application Support", path)
		case "windows":
			return filepath.Join(p.roaming(), path)
		}
		return filepath.Join(p.xdg(), path)
	}
}

func codexFile(p Place) string {
	if dir := p.Env("CODEX_HOME"); dir != "" {
		return filepath.Join(dir, "config.toml")
	}
	return filepath.Join(p.Home, ".codex", "config.toml")
}

func zedFile(p Place) string {
	if p.OS == "windows" {
		return filepath.Join(p.roaming(), "Zed", "settings.json")
	}
	return filepath.Join(p.xdg(), "zed", "settings.json")
}

func nvimFile(p Place) string {
	name, dir := p.Env("NVIM_APPNAME"), p.xdg()
	if name == "" {
		name = "nvim"
	}
	if p.OS == "windows" && p.Env("XDG_CONFIG_HOME") == "" {
		if dir = p.Env("LOCALAPPDATA"); dir == "" {
			dir = filepath.Join(p.Home, "AppData", "Local")
		}
	}
	return filepath.Join(dir, name, "plugin", "contextls.lua")
}

func (p Place) xdg() string {
	if dir := p.Env("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(p.Home, ".config")
}

func (p Place) roaming() string {
	if dir := p.Env("APPDATA"); dir != "" {
		return dir
	}
	return filepath.Join(p.Home, "AppData", "Roaming")
}
