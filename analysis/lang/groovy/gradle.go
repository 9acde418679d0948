package groovy

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// gradle reads what a script imports by Gradle's means: scripts that it applies, plugins, projects. It
// reads the tasks that it makes as well.
func (r *reader) gradle() {
	seen := map[string]bool{}
	add := func(i int, specifier string) {
		if !seen[specifier] && specifier != "" {
			seen[specifier] = true
			r.Import(r.At(i).Start, analysis.Import{Specifier: specifier})
		}
	}
	plugins, depth := 0, 0 // the token that ends the plugins block; how many braces are open
	for i := range r.Tokens {
		switch r.text(i) {
		case "{":
			depth++
		case "}":
			depth--
		case "apply":
			r.apply(i, add)
		case "plugins":
			if r.text(i+1) == "{" && depth <= 1 {
				plugins = r.closing(i + 1)
			}
		case "id":
			if i < plugins {
				if s, ok := r.argument(i + 1); ok {
					add(i, "plugin:"+s)
				}
			}
		case "project":
			if s, ok := r.argument(i + 1); ok && strings.HasPrefix(s, ":") && s != ":" && !strings.Contains(s, "$") {
				add(i, s)
			}
		case "include":
			if depth == 0 && (i == 0 || r.text(i-1) != ".") {
				r.includes(i, add)
			}
		case "task":
			if depth == 0 && r.isWord(i+1) && !r.newLine(i+1) && r.newLine(i) {
				r.task(i, i+1)
			}
		case "register", "create":
			if depth == 0 && r.text(i-1) == "." && r.text(i-2) == "tasks" && r.text(i+1) == "(" && r.At(i+2).Kind == scan.String {
				r.task(i-2, i+2)
			}
		}
	}
}

// apply reads apply from: 'x.gradle' and apply plugin: 'x'.
func (r *reader) apply(i int, add func(int, string)) {
	at := i + 1
	if r.text(at) == "(" {
		at++
	}
	s, ok := r.argument(at + 2)
	if !ok || r.text(at+1) != ":" {
		return
	}
	switch r.text(at) {
	case "plugin":
		add(i, "plugin:"+s)
	case "from":
		if strings.HasSuffix(s, ".gradle") || strings.HasSuffix(s, ".gradle.kts") {
			add(i, s)
		}
	}
}

// argument is the string at a token, in parentheses or under the name path where it is.
func (r *reader) argument(i int) (string, bool) {
	if r.text(i) == "(" || r.text(i) == "file" || r.text(i) == "path" {
		return r.argument(i + 1)
	}
	if r.text(i) == ":" && r.text(i-1) == "path" {
		return r.argument(i + 1)
	}
	if t := r.At(i); t.Kind == scan.String && t.End > t.Start {
		return scan.Unquote(r.Text(t)), true
	}
	return "", false
}

// includes reads the projects that a settings script includes.
func (r *reader) includes(i int, add func(int, string)) {
	for at := i + 1; ; at++ {
		switch t := r.At(at); {
		case r.text(at) == "(" || r.text(at) == ",":
		case t.Kind == scan.String && t.End > t.Start:
			if name := scan.Unquote(r.Text(t)); !strings.ContainsAny(name, ".*$ /") {
				add(at, ":"+strings.TrimPrefix(name, ":"))
			}
		default:
			return
		}
	}
}

// task adds a task that a script makes: from its statement's first token, with its name's.
func (r *reader) task(start, name int) {
	d := declaration{start: start, head: start}
	end := r.statementEnd(start, len(r.Tokens))
	last := name
	if r.text(name+1) == "(" {
		last = r.closing(name + 1)
	} else if r.text(start) == "tasks" {
		last = r.closing(name - 1)
	}
	r.add(&d, name, end-1, analysis.Function, r.Signature(r.At(start).Start, r.At(last).End))
}
