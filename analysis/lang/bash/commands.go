package bash

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// readCommand reads what a command brings in, defines or refers to.
func readCommand(b *syntax.Builder, command analysis.Span, args []analysis.Span) {
	name := b.Text(command)
	switch name {
	case "source", ".":
		if len(args) > 0 {
			readSource(b, args[0])
		}
		return
	case "load", "bats_load_library":
		if len(args) == 1 {
			b.Import(analysis.Import{Specifier: name + " " + unquote(b.Text(args[0])), Star: true, ReExport: true, Line: b.Line(command.Start)})
		}
	case "alias":
		for _, a := range args {
			readAlias(b, command, a)
		}
		return
	case "bash", "sh", "dash", "zsh", "ksh", "exec", "sudo", "command", "env", "time", "nohup":
		readRun(b, args)
	default:
		readRun(b, []analysis.Span{command})
	}
	if isName(name) {
		b.Refer("", name)
	}
	for _, a := range args { // trap cleanup EXIT; run my_function
		if text := b.Text(a); isName(text) {
			b.Refer("", text)
		}
	}
}

// readSource adds the import of a sourced file. What a process writes (<(…)) is none.
func readSource(b *syntax.Builder, arg analysis.Span) {
	text := b.Text(arg)
	if strings.HasPrefix(text, "<(") || text == "/dev/stdin" {
		return
	}
	b.Import(analysis.Import{Specifier: oneLine(unquote(text)), Star: true, ReExport: true, Line: b.Line(arg.Start)})
}

// readRun adds the import of the first argument that is the path of a program: one with a slash that
// ends in a plain name, and is not the system's.
func readRun(b *syntax.Builder, args []analysis.Span) {
	for _, a := range args {
		text := unquote(b.Text(a))
		if strings.HasPrefix(text, "-") || isShell(text) {
			continue
		}
		base := path.Base(text)
		script := strings.Contains(text, "/") || strings.HasSuffix(text, ".sh") && text[0] != '.'
		if script && text[0] != '/' && isName(base) && !strings.ContainsAny(text, "*?\n") {
			b.Import(analysis.Import{Specifier: text, Line: b.Line(a.Start)})
		}
		return
	}
}

func isShell(word string) bool {
	switch word {
	case "bash", "sh", "dash", "zsh", "ksh", "env", "sudo":
		return true
	}
	return false
}

func readAlias(b *syntax.Builder, command, arg analysis.Span) {
	name, value, ok := strings.Cut(b.Text(arg), "=")
	if !ok || !isName(name) {
		return
	}
	if len(value) > maxValue || strings.ContainsAny(value, "\r\n") {
		value = "…"
	}
	b.Add(analysis.Symbol{Name: name, Kind: analysis.Macro, Signature: "alias " + name + "=" + value,
		Doc: doc(b.Src(), command.Start), Exported: true, Range: arg, Line: b.Line(arg.Start)})
}

// isName reports whether a word can be a function's, a command's or a file's name: it has a letter, and no sign
// that means something to the shell.
func isName(word string) bool {
	isLetter := func(c rune) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 }
	return !strings.HasPrefix(word, "-") && strings.ContainsFunc(word, isLetter) &&
		!strings.ContainsAny(word, "'\"`$(){}[]<>|&;=*?!~/\\ \t\n,#%^@")
}

// unquote drops the quotes of a word, wherever in it they stand.
func unquote(word string) string {
	var out strings.Builder
	depth := 0 // of $(…) and ${…}, whose quotes are their own
	for i := 0; i < len(word); i++ {
		switch c := word[i]; {
		case c == '$' && i+1 < len(word) && (word[i+1] == '(' || word[i+1] == '{'):
			depth++
			out.WriteString(word[i : i+2])
			i++
			continue
		case depth > 0 && (c == ')' || c == '}'):
			depth--
		case depth == 0 && (c == '"' || c == '\''):
			continue
		}
		out.WriteByte(word[i])
	}
	return out.String()
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
