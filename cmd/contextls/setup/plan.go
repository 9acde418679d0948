package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Plan is what is to become of a file.
type Plan struct {
	File          string // an absolute path
	Before, After string // its text; "": there is no file
}

// File is the file of an agent's settings, "" where the place has none for it.
func (a Agent) File(place Place) string {
	if place.Project == "" {
		return a.user(place)
	}
	if a.project == "" {
		return ""
	}
	return filepath.Join(place.Project, filepath.FromSlash(a.project))
}

// Set plans to have the agent start contextls by the command.
func (a Agent) Set(place Place, c Command) (Plan, error) {
	return a.plan(place, func(text string) (string, error) { return a.format.set(text, c.on(place.OS)) })
}

// Remove plans to take contextls out of the agent's settings.
func (a Agent) Remove(place Place) (Plan, error) { return a.plan(place, a.format.remove) }

// Block is what Set would write into a file that does not exist.
func (a Agent) Block(place Place, c Command) (string, error) { return a.format.set("", c.on(place.OS)) }

func (a Agent) plan(place Place, edit func(string) (string, error)) (Plan, error) {
	p := Plan{File: a.File(place)}
	if p.File == "" {
		return p, fmt.Errorf("%s has no settings for a project that name servers", a.What)
	}
	text, err := os.ReadFile(p.File)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return p, err
	}
	p.Before = string(text)
	if p.After, err = edit(p.Before); err != nil {
		return p, fmt.Errorf("%s: %w; nothing is changed", p.File, err)
	}
	return p, nil
}

// Changes reports whether there is anything to do.
func (p Plan) Changes() bool { return p.Before != p.After }

// Write does it. A link stays one, and permissions stay what they are. A file with nothing left in it is removed.
func (p Plan) Write() error {
	file := p.File
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	now, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if string(now) != p.Before {
		return fmt.Errorf("%s was changed by another program meanwhile; nothing is written", p.File)
	}
	if p.After == "" {
		return os.Remove(file)
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".contextls-*")
	if err != nil {
		return err
	}
	_, err = temp.WriteString(p.After)
	err = errors.Join(err, temp.Chmod(mode), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}
