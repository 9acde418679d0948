package bash

import (
	"path"
	"strings"
)

// self stands for the script itself in a place that is relative to its directory.
const self = "@"

// root stands for the folder's root: what git says is the top level.
const root = "/"

// places are the variables that stand for places: paths relative to the script's directory, or, with
// root in front, to the folder's.
type places map[string]string

// of is the place that a value stands for, if it is built on the script's own.
func (p places) of(value string) (string, bool) {
	place, rest, ok := p.prefix(strings.TrimSpace(unquote(strings.TrimSpace(value))))
	if !ok || strings.ContainsAny(rest, "$`(*?{\n") {
		return "", false
	}
	return join(place, rest), true
}

// locate splits a path as written into the place that it begins with and the literal rest.
func (p places) locate(specifier string) (place, rest string, ok bool) {
	place, rest, ok = p.prefix(specifier)
	if !ok || place == self || !strings.HasPrefix(rest, "/") || strings.ContainsAny(rest, "$`(*?{\n") {
		return "", "", false
	}
	return place, rest, true
}

func join(place, rest string) string {
	if rest == "" {
		return place
	}
	return path.Join(place, rest)
}

// prefix reads the expansion that a text begins with.
func (p places) prefix(text string) (place, rest string, ok bool) {
	inner, rest, kind := expansion(text)
	switch kind {
	case '(', '`':
		place, ok = p.command(strings.TrimSpace(inner))
	case '{', '$':
		place, ok = p.variable(inner)
	}
	return place, rest, ok
}

// expansion cuts the expansion that a text begins with: $(inner), ${inner}, $inner or `inner`.
func expansion(text string) (inner, rest string, kind byte) {
	switch {
	case strings.HasPrefix(text, "`"):
		inner, rest, _ = strings.Cut(text[1:], "`")
		return inner, rest, '`'
	case len(text) < 2 || text[0] != '$':
		return "", text, 0
	case text[1] == '(' || text[1] == '{':
		depth := 0
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '(', '{':
				depth++
			case ')', '}':
				if depth--; depth == 0 {
					return text[2:i], text[i+1:], text[1]
				}
			}
		}
		return "", text, 0
	case text[1] == '0':
		return "0", text[2:], '$'
	}
	n := 1
	for n < len(text) && (text[n] == '_' || 'a' <= text[n]|0x20 && text[n]|0x20 <= 'z' || n > 1 && '0' <= text[n] && text[n] <= '9') {
		n++
	}
	return text[1:n], text[n:], '$'
}

// variable is the place that the inside of ${…} stands for: a name, and perhaps what is done to it.
func (p places) variable(inner string) (string, bool) {
	if inner == "(%):-%x" || inner == "(%):-%N" { // zsh: the file being sourced
		return self, true
	}
	n := 0
	for n < len(inner) && (inner[n] == '_' || 'a' <= inner[n]|0x20 && inner[n]|0x20 <= 'z' || '0' <= inner[n] && inner[n] <= '9') {
		n++
	}
	name, does := inner[:n], inner[n:]
	does = strings.TrimPrefix(strings.TrimPrefix(does, "[0]"), "[-1]")
	place, known := p[name]
	if name == "BASH_SOURCE" || name == "0" {
		place, known = self, true
	}
	if fallback, has := strings.CutPrefix(strings.TrimPrefix(does, ":"), "-"); has && !known {
		return p.of(fallback)
	}
	switch {
	case !known:
		return "", false
	case does == "" || strings.HasPrefix(does, "-") || strings.HasPrefix(does, ":-") || strings.HasPrefix(does, ":?") || does == ":A" || does == ":a":
		return place, true
	case does == "%/*" || does == "%/" && place != self || strings.HasSuffix(does, ":h"): // ${0:A:h} is zsh's
		return parent(place), true
	}
	return "", false
}

func parent(place string) string {
	if place == self {
		return "."
	}
	return path.Join(place, "..")
}

// command is the place that a command's output stands for.
func (p places) command(text string) (string, bool) {
	text, rest := firstCommand(text)
	for text == "unset CDPATH" {
		text, rest = firstCommand(rest)
	}
	text = strings.TrimPrefix(strings.TrimPrefix(text, "CDPATH= "), "builtin ")
	if strings.HasPrefix(text, "git rev-parse --show-toplevel") {
		return root, true
	}
	name, arg, _ := strings.Cut(text, " ")
	arg = strings.TrimSpace(arg)
	for strings.HasPrefix(arg, "-") { // options
		_, arg, _ = strings.Cut(arg, " ")
		arg = strings.TrimSpace(arg)
	}
	place, rest, ok := p.prefix(unquote(arg))
	if !ok || strings.ContainsAny(rest, "$`(*?{") {
		return "", false
	}
	switch name {
	case "cd", "realpath", "readlink", "greadlink":
		return join(place, rest), true
	case "dirname":
		return parent(join(place, rest)), true
	}
	return "", false
}

// firstCommand cuts off what follows a list's first command: redirections, further commands.
func firstCommand(text string) (first, rest string) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case '&', ';', '|', '>', '\n':
			if depth == 0 {
				first = strings.TrimRight(text[:i], " ")
				if text[i] == '>' { // 2>
					first = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(first, "1"), "2"), " ")
				}
				return first, strings.TrimLeft(text[i:], "&;| \n")
			}
		}
	}
	return text, ""
}
