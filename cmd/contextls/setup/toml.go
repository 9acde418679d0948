package setup

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// tomlFormat is Codex' TOML, with a table for each server.
type tomlFormat struct{}

const table = "mcp_servers"

var (
	header = regexp.MustCompile(`^\s*\[`)
	// ours is the header of contextls' table, or of one inside it.
	ours   = regexp.MustCompile(`^\s*\[\s*(?:mcp_servers|"mcp_servers"|'mcp_servers')\s*\.\s*(?:contextls|"contextls"|'contextls')\s*(\]|\.)`)
	inline = regexp.MustCompile(`(?m)^\s*["']?mcp_servers["']?\s*=`)
	key    = regexp.MustCompile(`^\s*(?:[\w-]+|"[^"]*"|'[^']*')\s*[.=]`)
	// stated is a key that set writes.
	stated = regexp.MustCompile(`^\s*(?:command|args)\s*=`)
)

var errTOML = errors.New("its form is not understood: put the table in, or take it out, by hand")

func (f tomlFormat) set(text string, c Command) (string, error) {
	program, args := c.mcp()
	own, err := f.own(text)
	if err != nil {
		return "", err
	}
	if inline.MatchString(text) { // which nothing can be added to but in it
		return "", errTOML
	}
	if own["command"] == program && fmt.Sprint(own["args"]) == fmt.Sprint(args) {
		return text, nil
	}
	values := fmt.Sprintf("command = %s\nargs = %s\n", encode(program, "", ""), encode(args, "", ""))
	after := ""
	if own == nil {
		if after = strings.TrimRight(text, " \t\r\n"); after != "" {
			after += "\n\n"
		}
		after += fmt.Sprintf("[%s.%s]\n%s", table, name, values)
	} else {
		skip := false
		for inside, line := range f.sections(text) {
			switch {
			case inside && ours.FindStringSubmatch(line) != nil && ours.FindStringSubmatch(line)[1] == "]":
				line += values
			case inside && stated.MatchString(line):
				skip = true
			case header.MatchString(line), key.MatchString(line), strings.TrimSpace(line) == "", strings.HasPrefix(strings.TrimSpace(line), "#"):
				skip = false
			}
			if !skip || !inside {
				after += line
			}
		}
	}
	is, err := f.own(after)
	if err != nil || is["command"] != program || fmt.Sprint(is["args"]) != fmt.Sprint(args) {
		return "", errTOML
	}
	return after, f.check(text, after)
}

func (f tomlFormat) remove(text string) (string, error) {
	own, err := f.own(text)
	if err != nil || own == nil {
		return text, err
	}
	after, pending := "", "" // what stands before a header goes with it only if it is blank
	gone := false
	for inside, line := range f.sections(text) {
		switch {
		case inside && strings.TrimSpace(line) != "" && !strings.HasPrefix(strings.TrimSpace(line), "#"):
			pending, gone = "", true
		case inside:
			pending += line
		default:
			if gone {
				after, pending, gone = strings.TrimRight(after, " \t\r\n")+"\n"+pending, "", false
				if strings.TrimSpace(after) == "" {
					after = ""
				}
			}
			after += line
		}
	}
	if gone {
		if after = strings.TrimRight(after, " \t\r\n") + "\n" + strings.TrimRight(pending, " \t\r\n"); strings.TrimSpace(after) == "" {
			after = ""
		} else {
			after = strings.TrimRight(after, "\n") + "\n"
		}
	}
	if left, err := f.own(after); err != nil || left != nil {
		return "", errTOML
	}
	return after, f.check(text, after)
}

// sections are the lines of a text, and whether each is in contextls' table.
func (tomlFormat) sections(text string) func(yield func(bool, string) bool) {
	return func(yield func(bool, string) bool) {
		inside := false
		for line := range strings.Lines(text) {
			if header.MatchString(line) {
				inside = ours.MatchString(line)
			}
			if !yield(inside, line) {
				return
			}
		}
	}
}

// own is contextls' table, nil if there is none.
func (tomlFormat) own(text string) (map[string]any, error) {
	var all map[string]any
	if err := toml.Unmarshal([]byte(text), &all); err != nil {
		return nil, err
	}
	servers, _ := all[table].(map[string]any)
	own, _ := servers[name].(map[string]any)
	return own, nil
}

// check makes sure that two texts differ in contextls' table at most.
func (tomlFormat) check(before, after string) error {
	var both [2]map[string]any
	for i, text := range []string{before, after} {
		if err := toml.Unmarshal([]byte(text), &both[i]); err != nil {
			return err
		}
		if servers, ok := both[i][table].(map[string]any); ok {
			if delete(servers, name); len(servers) == 0 {
				delete(both[i], table)
			}
		}
	}
	if len(both[0])+len(both[1]) > 0 && !reflect.DeepEqual(both[0], both[1]) {
		return errTOML
	}
	return nil
}
