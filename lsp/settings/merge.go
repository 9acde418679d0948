package settings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/contextls/contextls/rank"
)

// Configuration is what all sources together amount to.
type Configuration struct {
	Values   Values
	Entries  []Entry  // every key in force, in the table's order
	Problems []string // what was set and does not count, each with its source, its key, and why
}

// Entry is one key with the value in force.
type Entry struct {
	Key   []string // its names from the outermost on
	Value any      // an int, float64, bool, []string or Scope
	From  []string // the sources that set it; "default" where none did
}

// source is one source with what it sets.
type source struct {
	origin origin
	name   string // for a person to read
	object map[string]any
	strict bool // unknown keys are mistakes
}

// clientName is the source whose name is left out of problems.
const clientName = "client"

const environmentName = "environment"

// merger puts together what sources set, the weakest first.
type merger struct {
	table    []setting
	entries  map[string]Entry // by the names of their key, joined with NUL
	problems []string
}

// merge works out what holds. The last source is the strongest.
func merge(sources []source) Configuration {
	m := &merger{table: table(), entries: map[string]Entry{}}
	for _, s := range sources {
		m.add(s)
	}
	c := Configuration{Problems: m.problems, Values: Values{
		Weights: rank.DefaultWeights(), Roles: map[string]Scope{}, Commands: map[string][]string{}}}
	for _, k := range m.table {
		for _, e := range m.inForce(k) {
			store(k.field(&c.Values), e.Key[len(e.Key)-1], e.Value)
			c.Entries = append(c.Entries, e)
		}
	}
	return c
}

// inForce are a setting's entries: the one that there is, or its default, or those of a map by name.
func (m *merger) inForce(k setting) []Entry {
	if k.merge != byName {
		if e, ok := m.entries[id(k.path())]; ok {
			return []Entry{e}
		}
		return []Entry{{k.path(), k.fallback, []string{"default"}}}
	}
	var all []Entry
	for _, e := range m.entries {
		if e.Key[0] == k.key {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b Entry) int { return strings.Compare(a.Key[1], b.Key[1]) })
	return all
}

func id(path []string) string { return strings.Join(path, "\x00") }

// add takes in what a source sets.
func (m *merger) add(s source) {
	for _, k := range m.table {
		path := k.path()
		value, depth := find(s.object, path)
		names, isObject := value.(map[string]any)
		switch {
		case value == nil:
		case depth < len(path) || k.merge == byName && !isObject:
			if m.mayBeSet(s, k, path[:depth]) {
				m.complain(s, wrongType(strings.Join(path[:depth], "."), value, "an object"))
			}
		case k.merge == byName:
			for _, name := range slices.Sorted(maps.Keys(names)) {
				m.set(s, k, []string{k.key, name}, names[name])
			}
		default:
			m.set(s, k, path, value)
		}
	}
	if s.strict {
		m.checkNames(s, s.object, "")
	}
}

// find looks a path up. Where something else than an object stands on the way, that is the value; depth is
// how many names of the path lead to it.
func find(object map[string]any, path []string) (value any, depth int) {
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

// mayBeSet reports whether a source may set a key, and complains if not.
func (m *merger) mayBeSet(s source, k setting, path []string) bool {
	if s.origin&k.from == 0 {
		m.complain(s, fmt.Errorf("%s: it may be set by %s only", strings.Join(path, "."), k.from))
		return false
	}
	return true
}

// set takes in one value, if it may be set, can be used, and does no harm. null sets nothing.
func (m *merger) set(s source, k setting, path []string, raw any) {
	if raw == nil || !m.mayBeSet(s, k, path) {
		return
	}
	key := strings.Join(path, ".")
	value, err := k.kind.read(key, raw)
	if err != nil {
		m.complain(s, err)
		return
	}
	before, wasSet := m.entries[id(path)]
	if s.origin == workspaceFile {
		switch k.merge {
		case byName:
			if wasSet {
				m.complain(s, fmt.Errorf("%s: it is the user's own, and stands", key))
				return
			}
		case capped:
			most := k.fallback.(int)
			if wasSet {
				most = before.Value.(int)
			}
			if n := value.(int); n > most {
				m.complain(s, fmt.Errorf("%s: %d is above %d, which a workspace may only lower", key, n, most))
				return
			}
		}
	}
	e := Entry{path, value, []string{s.name}}
	if k.merge == adds && wasSet {
		first, last := before, e
		if s.origin == workspaceFile { // the last glob that matches decides, and that is the person's
			first, last = e, before
		}
		e.Value = slices.Concat(first.Value.([]string), last.Value.([]string))
		e.From = slices.Concat(first.From, last.From)
	}
	m.entries[id(path)] = e
}

func (m *merger) complain(s source, err error) {
	problem := err.Error()
	if s.name != clientName {
		problem = s.name + ": " + problem
	}
	if !slices.Contains(m.problems, problem) {
		m.problems = append(m.problems, problem)
	}
}

// checkNames complains of keys that are no settings.
func (m *merger) checkNames(s source, object map[string]any, prefix string) {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		key := prefix + name
		if slices.ContainsFunc(m.table, func(k setting) bool { return k.key == key }) {
			continue
		}
		if !slices.ContainsFunc(m.table, func(k setting) bool { return strings.HasPrefix(k.key, key+".") }) {
			m.complain(s, fmt.Errorf("%s: there is no such setting", key))
		} else if inner, isObject := object[name].(map[string]any); isObject {
			m.checkNames(s, inner, key+".")
		}
	}
}
