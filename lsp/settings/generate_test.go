package settings

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite what is derived from the table")

// What is derived from the table is as the table says.
func TestGenerated(t *testing.T) {
	for _, f := range []struct {
		path   string
		region string // a regular expression with a group before what is derived, and one behind
		text   string
	}{
		{"README.md", `(?s)(<!-- table -->\n).*?(<!-- end -->)`, markdownTable()},
		{"../../editors/vscode/package.json", // after the group of settings that are the extension's own
			`(?s)("contextls\.trace\.server": \{.*?\n          \}\n        \}\n      \},\n).*?(\n    \],\n    "languageModelTools")`, extensionSettings(t)},
	} {
		page, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		region := regexp.MustCompile(f.region)
		if !region.Match(page) {
			t.Errorf("%s: there is no room for what is derived", f.path)
			continue
		}
		want := region.ReplaceAll(page, []byte("${1}"+strings.ReplaceAll(f.text, "$", "$$")+"${2}"))
		if strings.HasSuffix(f.path, ".json") && !json.Valid(want) {
			t.Errorf("%s would not be JSON", f.path)
		}
		switch {
		case bytes.Equal(page, want):
		case *update:
			if err := os.WriteFile(f.path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s is not what the table says: run go generate, and look at what changes", f.path)
		}
	}
}

// markdownTable is the table for a person to read.
func markdownTable() string {
	var b strings.Builder
	b.WriteString("| setting | values | default | `" + WorkspaceFile + "` | environment | |\n|---|---|---|---|---|---|\n")
	for _, s := range table() {
		variable := "—"
		if s.from&environment != 0 {
			variable = "`" + s.variable() + "`"
		}
		workspace := "yes"
		switch {
		case s.from&workspaceFile == 0:
			workspace = "no"
		case s.merge == capped:
			workspace = "lower"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", s.key, valuesOf(s.kind), defaultOf(s), workspace, variable, s.doc)
	}
	return b.String()
}

// valuesOf says in words what a kind reads.
func valuesOf(k kind) string {
	switch k := k.(type) {
	case whole:
		if k.most > 0 {
			return fmt.Sprintf("whole number, %d–%d", k.least, k.most)
		}
		return fmt.Sprintf("whole number, from %d", k.least)
	case number:
		if k.most > 0 {
			return fmt.Sprintf("number, 0–%v", k.most)
		}
		return "number, from 0"
	case boolean:
		return "true, false"
	case choice:
		return "`" + strings.Join(k, "`, `") + "`"
	case globs:
		return "list of globs"
	case directories:
		return "list of names"
	case scope:
		return "name → `include`, `exclude`"
	case pattern:
		return "regular expression"
	case address:
		return "URL"
	case indexPrefix:
		return "part of a name"
	case absolutePath:
		return "absolute path"
	case command:
		return "name → list of words"
	}
	panic(fmt.Sprintf("no words for %T", k))
}

// defaultOf is a default for a person to read, "" for none.
func defaultOf(s setting) string {
	switch v := s.fallback.(type) {
	case int:
		return grouped(v)
	case []string:
		if len(v) > 0 {
			return "`" + strings.Join(v, "`, `") + "`"
		}
		return ""
	case nil:
		return ""
	}
	return fmt.Sprint(s.fallback)
}

// grouped has commas in numbers of five digits and more.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && n >= 10_000; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// groups are the settings that a client may set as VS Code's settings editor shows them.
func groups() []group {
	return []group{
		{"Packs", []string{"tokenBudget", "repoMapTokens", "summaryTokens", "dependencyPercent", "reservedForOutput", "utilization", "roles"}},
		{"Ranking", []string{"maxImportDepth", "minRelevance", "weights.structure", "weights.text"}},
		{"Code Lenses", []string{"codeLens.file", "codeLens.definitions", "codeLens.topPercent", "codeLens.maxPerFile"}},
		{"Index", []string{"ignore", "skipDirectories", "maxFileBytes", "maxFiles", "scanIntervalMs", "cache.megabytes"}},
		{"Exploration", []string{"commands", "markerPattern", "trusted", "pastRuns"}},
	}
}

type group struct {
	title string
	keys  []string
}

// extensionSettings are what the VS Code extension contributes: every setting that a client may set. What a
// workspace may not set has VS Code's scope "machine", so that VS Code does not take it from a workspace
// either.
func extensionSettings(t *testing.T) string {
	settings := map[string]setting{}
	for _, s := range table() {
		if s.from&client != 0 {
			settings[s.key] = s
		}
	}
	var texts []string
	for _, g := range groups() {
		var properties []string
		for i, key := range g.keys {
			s, ok := settings[key]
			if !ok {
				t.Errorf("the group %s has %s, which is no setting of a client, or stands in another group, too", g.title, key)
				continue
			}
			delete(settings, key)
			properties = append(properties, "          "+layout(member{"contextls." + key, append(property(s), member{"order", i})}, 10))
		}
		texts = append(texts, fmt.Sprintf("      {\n        \"title\": %q,\n        \"properties\": {\n%s\n        }\n      }", g.title, strings.Join(properties, ",\n")))
	}
	for key := range settings {
		t.Errorf("%s is in no group", key)
	}
	return strings.Join(texts, ",\n")
}

// property is a setting as VS Code describes it.
func property(s setting) object {
	unset := map[string]string{"trusted": " Not set: in those that VS Code trusts."} // where that is not the default
	schema, fallback := schemaOf(s.kind), s.fallback
	if s.merge == byName {
		schema, fallback = object{{"type", "object"}, {"additionalProperties", schema}}, object{}
	}
	o := object{schema[0], {"default", fallback}, {"markdownDescription", linked(s.doc) + unset[s.key]}}
	o = append(o, schema[1:]...)
	if s.from&workspaceFile == 0 {
		o = append(o, member{"scope", "machine"})
	}
	return o
}

// linked has links where a setting is named, as VS Code writes them.
func linked(doc string) string {
	for _, s := range table() {
		doc = strings.ReplaceAll(doc, "`"+s.key+"`", "`#contextls."+s.key+"#`")
	}
	return doc
}

// schemaOf is the JSON Schema of what a kind reads; its type comes first.
func schemaOf(k kind) object {
	text := object{{"type", "string"}}
	list := object{{"type", "array"}, {"items", text}}
	switch k := k.(type) {
	case whole:
		o := object{{"type", "integer"}, {"minimum", k.least}}
		if k.most > 0 {
			o = append(o, member{"maximum", k.most})
		}
		return o
	case number:
		o := object{{"type", "number"}, {"minimum", 0}}
		if k.most > 0 {
			o = append(o, member{"maximum", k.most})
		}
		return o
	case boolean:
		return object{{"type", "boolean"}}
	case choice:
		return append(text, member{"enum", []string(k)})
	case pattern:
		return text
	case globs, directories:
		return list
	case scope:
		return object{{"type", "object"}, {"properties", object{{"include", list}, {"exclude", list}}}, {"additionalProperties", false}}
	case command:
		return append(list, member{"minItems", 1})
	}
	panic(fmt.Sprintf("no schema for %T", k))
}

// object is an object of JSON whose members have an order.
type object []member

type member struct {
	name  string
	value any
}

// layout writes a member behind so many spaces in the style of package.json: on one line if that is not
// too long, else with its members on lines of their own.
func layout(m member, indent int) string {
	line := oneLine(m.name) + ": " + oneLine(m.value)
	inner, isObject := m.value.(object)
	if !isObject || indent+len([]rune(line)) < 200 {
		return line
	}
	var lines []string
	for _, m := range inner {
		lines = append(lines, strings.Repeat(" ", indent+2)+layout(m, indent+2))
	}
	return oneLine(m.name) + ": {\n" + strings.Join(lines, ",\n") + "\n" + strings.Repeat(" ", indent) + "}"
}

func oneLine(value any) string {
	var parts []string
	switch v := value.(type) {
	case object:
		for _, m := range v {
			parts = append(parts, oneLine(m.name)+": "+oneLine(m.value))
		}
		if len(parts) == 0 {
			return "{}"
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}
