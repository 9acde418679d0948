package lsp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

// Configuration is what all that say settings amount to.
type Configuration struct {
	Settings Settings
	Values   []SettingValue // every key in force, in the order of settingKeys
	Problems []string       // what was said and does not count, each with who said it, its key, and why
}

// SettingValue is one key with what holds.
type SettingValue struct {
	Key   []string // the names from the outermost on
	Value any      // as JSON has it
	From  []string // who said it; "default" where nobody did
}

// said is what one of them says: an object of settings as JSON or TOML has it.
type said struct {
	origin origin
	name   string // for a person to read
	object map[string]any
	strict bool // unknown keys are mistakes
}

// merged is the state of putting together what is said, the weakest first.
type merged struct {
	object   map[string]any
	from     map[string][]string // by key; parts of the key are joined with NUL
	problems []string
}

// merge works out what holds. The last one is the strongest.
func merge(all []said) Configuration {
	m := &merged{object: map[string]any{}, from: map[string][]string{}}
	for _, s := range all {
		m.take(s)
	}
	c := Configuration{Values: m.values(), Problems: m.problems}
	settings, err := settingsOf(m.object)
	if err != nil { // each value was good by itself, and none depends on another
		c.Problems = append(c.Problems, err.Error())
	}
	c.Settings = settings
	return c
}

// settingsOf reads an object as Settings.
func settingsOf(object map[string]any) (Settings, error) {
	raw, err := json.Marshal(object, wireJSON)
	if err != nil {
		return Settings{}, bad("params", "%v", err)
	}
	return decode[Settings](raw)
}

// take takes in what one of them says.
func (m *merged) take(s said) {
	for _, k := range settingKeys() {
		path := strings.Split(k.key, ".")
		value, at := find(s.object, path)
		switch names, isObject := value.(map[string]any); {
		case value == nil:
		case k.byName && isObject:
			for _, name := range slices.Sorted(maps.Keys(names)) {
				m.set(s, k, []string{k.key, name}, names[name])
			}
		default:
			m.set(s, k, path[:at], value)
		}
	}
	if s.strict {
		m.unknown(s, s.object, "")
	}
}

// find looks a path up. Where something else than an object stands on the way, that is the value; at is
// how many names of the path lead to it.
func find(object map[string]any, path []string) (value any, at int) {
	value = object
	for i, name := range path {
		inner, isObject := value.(map[string]any)
		if !isObject {
			return value, i
		}
		if value = inner[name]; value == nil {
			return nil, i
		}
	}
	return value, len(path)
}

// set takes in one value, if it may be said, is good, and does no harm.
func (m *merged) set(s said, k setting, path []string, value any) {
	if value == nil {
		return
	}
	shown := strings.Join(path, ".")
	if s.origin&k.from == 0 {
		m.complain(s, "%s: it may be set by %s only", shown, k.from)
		return
	}
	alone := map[string]any{}
	assign(alone, path, value)
	if _, err := settingsOf(alone); err != nil {
		m.complain(s, "%v", err)
		return
	}
	if fields, isObject := value.(map[string]any); isObject { // a role: with a filter misspelt, it would let all through
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			if name != "include" && name != "exclude" {
				m.complain(s, "%s.%s: there is no such setting", shown, name)
				return
			}
		}
	}
	before, _ := find(m.object, path)
	id := strings.Join(path, "\x00")
	if s.origin == workspaceFile {
		if k.byName && before != nil {
			m.complain(s, "%s: it is the user's own, and stands", shown)
			return
		}
		if k.capped {
			most := number(before, k.fallback)
			if n := number(value, nil); n > most {
				m.complain(s, "%s: %.0f is above %.0f, which a workspace may only lower", shown, n, most)
				return
			}
		}
	}
	if earlier, some := before.([]any); k.adds && some {
		more := value.([]any)
		if s.origin == workspaceFile { // the last glob that matches decides: theirs
			assign(m.object, path, slices.Concat(more, earlier))
			m.from[id] = append([]string{s.name}, m.from[id]...)
		} else {
			assign(m.object, path, slices.Concat(earlier, more))
			m.from[id] = append(m.from[id], s.name)
		}
		return
	}
	assign(m.object, path, value)
	m.from[id] = []string{s.name}
}

func (m *merged) complain(s said, format string, args ...any) {
	problem := fmt.Sprintf(format, args...)
	if s.name != clientName {
		problem = s.name + ": " + problem
	}
	if !slices.Contains(m.problems, problem) {
		m.problems = append(m.problems, problem)
	}
}

// number reads a value of JSON, or a default.
func number(value, fallback any) float64 {
	switch n := value.(type) {
	case float64:
		return n
	case nil:
		return float64(fallback.(int))
	}
	return 0
}

// assign sets a value in nested objects.
func assign(object map[string]any, path []string, value any) {
	for _, name := range path[:len(path)-1] {
		inner, isObject := object[name].(map[string]any)
		if !isObject {
			inner = map[string]any{}
			object[name] = inner
		}
		object = inner
	}
	object[path[len(path)-1]] = value
}

// unknown complains of keys that are no settings.
func (m *merged) unknown(s said, object map[string]any, prefix string) {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		key, is, within := prefix+name, false, false
		for _, k := range settingKeys() {
			is = is || k.key == key
			within = within || strings.HasPrefix(k.key, key+".")
		}
		switch inner, isObject := object[name].(map[string]any); {
		case within && isObject:
			m.unknown(s, inner, key+".")
		case !is && !within:
			m.complain(s, "%s: there is no such setting", key)
		}
	}
}

// values lists what is in force.
func (m *merged) values() (all []SettingValue) {
	for _, k := range settingKeys() {
		path := strings.Split(k.key, ".")
		value, _ := find(m.object, path)
		switch {
		case k.byName:
			names, _ := value.(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(names)) {
				path := []string{k.key, name}
				all = append(all, SettingValue{path, names[name], m.from[strings.Join(path, "\x00")]})
			}
		case value == nil:
			all = append(all, SettingValue{path, k.fallback, []string{"default"}})
		default:
			all = append(all, SettingValue{path, value, m.from[strings.Join(path, "\x00")]})
		}
	}
	return all
}
