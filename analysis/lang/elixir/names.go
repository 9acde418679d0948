package elixir

import (
	"cmp"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// definer says what a call of that name defines.
func definer(name string) (kind analysis.Kind, exported, ok bool) {
	switch name {
	case "def", "defdelegate":
		return analysis.Function, true, true
	case "defp":
		return analysis.Function, false, true
	case "defmacro", "defguard":
		return analysis.Macro, true, true
	case "defmacrop", "defguardp":
		return analysis.Macro, false, true
	case "defmodule", "defimpl":
		return analysis.Module, true, true
	case "defprotocol":
		return analysis.Interface, true, true
	}
	return 0, false, false
}

func isModule(name string) bool {
	return name == "defmodule" || name == "defimpl" || name == "defprotocol"
}

// moduleName is the name that a module has where it is defined, and the full one.
func moduleName(b *syntax.Builder, c *call, outer string) (name, full string) {
	name = strings.ReplaceAll(b.Text(c.head), " ", "")
	name = strings.TrimPrefix(name, "Elixir.")
	if rest, ok := strings.CutPrefix(name, "__MODULE__."); ok {
		name = rest
	}
	if name == "" || !(name[0] >= 'A' && name[0] <= 'Z' || name[0] == ':') || strings.ContainsAny(name, "(){}[]\n") {
		return "", ""
	}
	if c.name == "defimpl" {
		target := strings.Trim(c.options["for"], "[] ")
		target, _, _ = strings.Cut(target, ",")
		name += "." + cmp.Or(strings.ReplaceAll(target, "__MODULE__", outer), outer)
		return strings.TrimSuffix(name, "."), strings.TrimSuffix(name, ".")
	}
	if outer != "" && name[0] != ':' {
		return name, outer + "." + name
	}
	return name, name
}

// functionName is the name in the head of a definition: "f(a) when g", "a + b", "f".
func functionName(head string) string {
	n := 0
	for n < len(head) && (head[n] == '_' || head[n] >= 0x80 || isLetter(head[n]) || n > 0 && (isDigit(head[n]) || head[n] == '?' || head[n] == '!')) {
		n++
	}
	name, rest := head[:n], strings.TrimLeft(head[n:], " \t")
	switch {
	case name == "" || name == "unquote":
		return ""
	case rest == "" || rest[0] == '(' || strings.HasPrefix(rest, "when ") || strings.HasPrefix(rest, "when\n"):
		return name
	}
	// An operator: left + right.
	end := strings.IndexAny(rest, " \t\n")
	if end <= 0 || isLetter(rest[0]) || rest[0] == ',' {
		return name
	}
	return rest[:end]
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isName(s string) bool { return s != "" && functionName(s) == s }
