package settings

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every field of Values has a row, every row has a field of its own, and its default is what its kind reads.
func TestTable(t *testing.T) {
	rows := map[any]string{}
	variables := map[string]bool{}
	v := Default()
	for _, s := range table() {
		field := s.field(&v)
		if reflect.TypeOf(field).Kind() == reflect.Map {
			field = reflect.ValueOf(field).Pointer()
		}
		if rows[field] != "" {
			t.Errorf("%s has the field of %s", s.key, rows[field])
		}
		rows[field] = s.key
		if variables[s.variable()] || s.doc == "" || s.merge == capped && s.from&workspaceFile == 0 {
			t.Errorf("the row of %s is not sound", s.key)
		}
		variables[s.variable()] = true
		if s.merge == byName {
			continue
		}
		object, err := parseTOML([]byte(Entry{Key: s.path(), Value: s.fallback}.String()))
		if err != nil {
			t.Fatal(err)
		}
		raw, _ := find(object, s.path())
		if value, err := s.kind.read(s.key, raw); err != nil || !cmp.Equal(value, s.fallback) {
			t.Errorf("the default %v of %s is read as %v, %v", s.fallback, s.key, value, err)
		}
	}
	var walk func(name string, field reflect.Value)
	walk = func(name string, field reflect.Value) {
		id := field.Addr().Interface()
		switch field.Kind() {
		case reflect.Struct:
			for i := range field.NumField() {
				walk(name+"."+field.Type().Field(i).Name, field.Field(i))
			}
			return
		case reflect.Map:
			id = field.Pointer()
		}
		if rows[id] == "" && name != "Values.Weights.History" { // which nobody has wanted to set
			t.Errorf("no row sets %s", name)
		}
		delete(rows, id)
	}
	walk("Values", reflect.ValueOf(&v).Elem())
	if len(rows) > 0 {
		t.Errorf("rows without a field: %v", rows)
	}
}

// What is set arrives in its field, and nothing else changes.
func TestStored(t *testing.T) {
	got := merge([]source{{userFile, "user", fromJSON(t, `{"tokenBudget":1,"reservedForOutput":2,"utilization":0.3,"repoMapTokens":4,
		"summaryTokens":5,"maxImportDepth":6,"weights":{"structure":7,"text":8},"minRelevance":0.9,"maxFileBytes":10,"maxFiles":21,"scanIntervalMs":110,
		"ignore":["12"],"skipDirectories":[],"secrets":{"allow":["14"]},"codeLens":{"file":false,"definitions":false,"topPercent":17,"maxPerFile":18},
		"roles":{"r":{"include":["a"],"exclude":["b"]}},"commands":{"c":["d"]},"markerPattern":"e","trusted":true,"pastRuns":false,
		"store":{"url":"https://f:9200/g","prefix":"h","ca":"/i","insecure":true,"timeoutMs":19,"sources":true}}`), true}})
	want := Default()
	want.TokenBudget, want.ReservedForOutput, want.Utilization, want.RepoMapTokens, want.SummaryTokens = 1, 2, 0.3, 4, 5
	want.MaxImportDepth, want.Weights.Structure, want.Weights.Text, want.Weights.MinRelevance = 6, 7, 8, 0.9
	want.MaxFileBytes, want.MaxFiles, want.ScanIntervalMs = 10, 21, 110
	want.Ignore, want.SkipDirectories, want.AllowedSecrets = []string{"12"}, []string{}, []string{"14"} // empty is not nil, which would stand for the default
	want.CodeLens = Lenses{false, false, 17, 18}
	want.Roles["r"] = Scope{Include: []string{"a"}, Exclude: []string{"b"}}
	want.Commands["c"] = []string{"d"}
	want.MarkerPattern, want.Trusted, want.PastRuns = "e", true, false
	want.Store = Store{"https://f:9200/g", "h", "/i", true, 19, true}
	if diff := cmp.Diff(want, got.Values); diff != "" || len(got.Problems) > 0 {
		t.Errorf("problems %q (-want +got):\n%s", got.Problems, diff)
	}
}

// A value that cannot be used is named, changes nothing, and takes no good one with it.
func TestBadValues(t *testing.T) {
	for raw, want := range map[string][]string{
		`{"tokenBudget":"many"}`:                                 {`tokenBudget: "many" is not a whole number`},
		`{"tokenBudget":0}`:                                      {`tokenBudget: 0 is not positive`},
		`{"tokenBudget":1e10,"maxFileBytes":1e300}`:              {`tokenBudget: 1e+10 is not a whole number in range`, `maxFileBytes: 1e+300 is not a whole number in range`},
		`{"repoMapTokens":-1}`:                                   {`repoMapTokens: -1 is negative`},
		`{"scanIntervalMs":99}`:                                  {`scanIntervalMs: 99 is below 100`},
		`{"scanIntervalMs":-99}`:                                 {`scanIntervalMs: -99 is negative`},
		`{"minRelevance":2}`:                                     {`minRelevance: 2 is not between 0 and 1`},
		`{"weights":{"text":-1,"structure":"x"}}`:                {`weights.structure: "x" is not a number`, `weights.text: -1 is negative`},
		`{"ignore":["a","[z"]}`:                                  {`ignore[1]: glob "[z" matches nothing`},
		`{"ignore":"a"}`:                                         {`ignore: "a" is not an array`},
		`{"ignore":["a",null]}`:                                  {`ignore[1]: null is not a string`},
		`{"skipDirectories":["a",""]}`:                           {`skipDirectories: "" is no directory's name`},
		`{"codeLens":{"topPercent":101}}`:                        {`codeLens.topPercent: 101 is above 100`},
		`{"codeLens":{"file":{"x":1}}}`:                          {`codeLens.file: an object is not true or false`},
		`{"codeLens":7,"maxFileBytes":-1}`:                       {`maxFileBytes: -1 is not positive`, `codeLens: 7 is not an object`},
		`{"secrets":7}`:                                          {`secrets: it may be set by the user's file only`},
		`{"roles":{"a":{"exclude":[""]},"b":{"include":["x"]}}}`: {`roles.a.exclude[0]: glob "" matches nothing`},
		`{"roles":[]}`:                                           {`roles: an array is not an object`},
		`{"roles":{"a":7}}`:                                      {`roles.a: 7 is not an object`},
		`{"commands":{"a":[]}}`:                                  {`commands.a: it names no program`},
		`{"commands":{"a":["{paths}"]}}`:                         {`commands.a[0]: "{paths}" has a place for what a model names, where the program stands`},
		`{"markerPattern":"(a"}`:                                 {`markerPattern: "(a" is no regular expression: missing closing )`},
		`{"markerPattern":7}`:                                    {`markerPattern: 7 is not a string`},
		`{"commands":{"a":"go test"}}`:                           {`commands.a: "go test" is not an array`},
	} {
		c := Sources{}.Load("", fromJSON(t, raw))
		if diff := cmp.Diff(want, c.Problems); diff != "" {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
		c.Values.Roles = map[string]Scope{} // some have good ones, too
		if diff := cmp.Diff(Default(), c.Values); diff != "" {
			t.Errorf("%s (-default +got):\n%s", raw, diff)
		}
	}
	c := Sources{}.Load("", fromJSON(t, `{"tokenBudget":-1,"minRelevance":0.3,"roles":{"a.b":{"exclude":[""]},"b":{"include":["x"],"exclude":null}},"trace":{"server":"off"}}`))
	if want := map[string]Scope{"b": {Include: []string{"x"}}}; c.Values.Weights.MinRelevance != 0.3 || !cmp.Equal(want, c.Values.Roles) || len(c.Problems) != 2 {
		t.Errorf("a bad value took good ones with it: %+v, %q", c.Values, c.Problems)
	}
}

// Long values are cut where a problem shows them.
func TestLongValue(t *testing.T) {
	c := Sources{}.Load("", map[string]any{"tokenBudget": strings.Repeat("é", 1000)})
	if want := []string{`tokenBudget: "` + strings.Repeat("é", 79) + ` is not a whole number`}; !slices.Equal(c.Problems, want) {
		t.Errorf("got %q", c.Problems)
	}
}
