package settings

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// saying is what each of them says, in the order of their strength.
type saying struct {
	client, workspace, user string
	environment             []string
}

func (s saying) load(t testing.TB) Configuration {
	t.Helper()
	root, home := t.TempDir(), t.TempDir()
	if s.workspace != "" {
		put(t, filepath.Join(root, WorkspaceFile), s.workspace)
	}
	sources := Sources{UserFile: filepath.Join(home, "config.toml"), Environment: s.environment}
	if s.user != "" {
		put(t, sources.UserFile, s.user)
	}
	c := sources.Load(root, fromJSON(t, s.client))
	for i := range c.Problems {
		c.Problems[i] = strings.ReplaceAll(c.Problems[i], sources.UserFile, "user")
	}
	for _, e := range c.Entries {
		for k := range e.From {
			e.From[k] = strings.ReplaceAll(e.From[k], sources.UserFile, "user")
		}
	}
	return c
}

// lines are the values that somebody said, and who.
func lines(c Configuration) (all []string) {
	for _, e := range c.Entries {
		if from := strings.Join(e.From, " + "); from != "default" {
			all = append(all, fmt.Sprintf("%s # %s", e, from))
		}
	}
	return all
}

// fromJSON is what a client sets, "" for nothing.
func fromJSON(t testing.TB, text string) map[string]any {
	t.Helper()
	if text == "" {
		return nil
	}
	object, err := decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return object
}

func decode(text string) (object map[string]any, err error) {
	err = json.Unmarshal([]byte(text), &object)
	return object, err
}

func put(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Who wins where two say something, what a workspace may say, and what is told of the rest.
func TestSources(t *testing.T) {
	for name, c := range map[string]struct {
		saying
		want     []string
		problems []string
	}{
		"nobody says anything": {},
		"each wins over those below": {
			saying{`{"maxImportDepth":1,"tokenBudget":null}`, "maxImportDepth = 3\nminRelevance = 0.3\n[codeLens]\nfile = false\n",
				"maxImportDepth = 4\nminRelevance = 0.4\nutilization = 0.5\ncodeLens.file = true",
				[]string{"CONTEXTLS_MAX_IMPORT_DEPTH=5", "CONTEXTLS_MIN_RELEVANCE=0.6", "CONTEXTLS_UTILIZATION=0.7", "CONTEXTLS_RESERVED_FOR_OUTPUT=8", "OTHER=1"}},
			[]string{"reservedForOutput = 8 # environment", "utilization = 0.5 # user", "maxImportDepth = 1 # client",
				"minRelevance = 0.3 # .contextls.toml", "codeLens.file = false # .contextls.toml"}, nil,
		},
		"the client may say what a workspace may not": {
			saying{client: `{"commands":{"run_tests":["go","test"]},"trusted":true,"tokenBudget":900000}`, workspace: "tokenBudget = 50"},
			[]string{"tokenBudget = 900000 # client", `commands.run_tests = ["go", "test"] # client`, "trusted = true # client"}, nil,
		},
		"a workspace runs nothing, loosens nothing": {
			saying{workspace: `trusted = true
				skipDirectories = []
				scanIntervalMs = 100
				utilization = 1.0
				secrets.allow = ["*"]
				[commands]
				run_tests = ["rm", "-rf", "/"]`},
			nil, []string{
				".contextls.toml: utilization: it may be set by the client or the user's file or the environment only",
				".contextls.toml: scanIntervalMs: it may be set by the client or the user's file or the environment only",
				".contextls.toml: skipDirectories: it may be set by the client or the user's file or the environment only",
				".contextls.toml: secrets.allow: it may be set by the user's file only",
				".contextls.toml: commands.run_tests: it may be set by the client or the user's file only",
				".contextls.toml: trusted: it may be set by the client or the user's file only",
			},
		},
		"a workspace lowers, and never raises": {
			saying{workspace: "tokenBudget = 6000\nmaxFileBytes = 9_000_000\nrepoMapTokens = 3000\nsummaryTokens = 4000", user: "tokenBudget = 5000",
				environment: []string{"CONTEXTLS_REPO_MAP_TOKENS=3000"}},
			[]string{"tokenBudget = 5000 # user", "repoMapTokens = 3000 # .contextls.toml", "summaryTokens = 4000 # .contextls.toml"},
			[]string{".contextls.toml: tokenBudget: 6000 is above 5000, which a workspace may only lower", ".contextls.toml: maxFileBytes: 9000000 is above 1048576, which a workspace may only lower"},
		},
		"what is left out adds up": {
			saying{`{"ignore":["d"]}`, `ignore = ["c", "!a"]`, `ignore = ["b"]`, []string{"CONTEXTLS_IGNORE=a, *.gen.go,"}},
			[]string{`ignore = ["c", "!a", "a", "*.gen.go", "b", "d"] # .contextls.toml + environment + user + client`}, nil,
		},
		"roles are merged by name, and the user's own stand": {
			saying{`{"roles":{"x":{"include":["a/"]}}}`, "roles.x.include = [\"**\"]\nroles.y.include = [\"**\"]\nroles.z.exclude = [\"b/\"]", `roles.y.include = ["c/"]`, nil},
			[]string{`roles.x = {include = ["a/"]} # client`, `roles.y = {include = ["c/"]} # user`, `roles.z = {exclude = ["b/"]} # .contextls.toml`},
			[]string{".contextls.toml: roles.y: it is the user's own, and stands"},
		},
		"secrets are the user's file's": {
			saying{`{"secrets":{"allow":["a"]}}`, "", `secrets.allow = ["b"]`, []string{"CONTEXTLS_SECRETS_ALLOW=c"}},
			[]string{`secrets.allow = ["b"] # user`},
			[]string{"environment: secrets.allow: it may be set by the user's file only", "secrets.allow: it may be set by the user's file only"},
		},
		"only the user says where the store is, and only the environment who asks it": {
			saying{`{"store":{"url":"http://c:9200"}}`, "store.url = \"http://w:9200\"\nstore.insecure = true\nstore.password = \"x\"", `store.url = "https://u:9200"`,
				[]string{"CONTEXTLS_STORE_URL=https://e:9200", "CONTEXTLS_STORE_INSECURE=1", "CONTEXTLS_STORE_API_KEY=k", "CONTEXTLS_STORE_USER=n", "CONTEXTLS_STORE_PASSWORD=p"}},
			[]string{`store.url = "https://u:9200" # user`, "store.insecure = true # environment"},
			[]string{
				".contextls.toml: store.url: it may be set by the user's file or the environment only",
				".contextls.toml: store.insecure: it may be set by the user's file or the environment only",
				".contextls.toml: store.password: there is no such setting",
				"store.url: it may be set by the user's file or the environment only",
			},
		},
		"a store's address is one, and holds no password": {
			saying{user: `store.url = "https://me:secret@s:9200"`, environment: []string{"CONTEXTLS_STORE_URL=me:secret@s", "CONTEXTLS_STORE_PREFIX=A*", "CONTEXTLS_STORE_CA=a.pem"}},
			nil, []string{
				"environment: store.url: it is not the URL of a server, as https://search.example.com:9200 is",
				`environment: store.prefix: "A*" is not 1 to 64 of a–z, 0–9, - and _, of which the first is a letter or a digit`,
				`environment: store.ca: "a.pem" is not an absolute path`,
				"user: store.url: it holds a user or a password, which belong into the environment",
			},
		},
		"a bad value leaves what is below it": {
			saying{`{"tokenBudget":"x","trace":{}}`, "tokenBudget = 0\nweights = 7\ncolour = 1\ncodeLens.width = 2", "tokenBudget = 70\nminRelevance = nan",
				[]string{"CONTEXTLS_TOKEN_BUDGET=80", "CONTEXTLS_MAX_FILE_BYTES=1.5", "CONTEXTLS_CODE_LENS_FILE=maybe", "CONTEXTLS_TOKENBUDGET=1", "CONTEXTLS_IGNORE="}},
			[]string{"tokenBudget = 70 # user"},
			[]string{
				"environment: maxFileBytes: 1.5 is not a whole number in range",
				`environment: codeLens.file: "maybe" is not true or false`,
				"environment: CONTEXTLS_TOKENBUDGET: there is no such setting",
				`user: minRelevance: "NaN" is not a number`,
				".contextls.toml: tokenBudget: 0 is not positive", ".contextls.toml: weights: 7 is not an object",
				".contextls.toml: codeLens.width: there is no such setting", ".contextls.toml: colour: there is no such setting",
				`tokenBudget: "x" is not a whole number`,
			},
		},
		"variables of the program are no settings": {
			saying{environment: []string{"CONTEXTLS_REMOTE=off", "CONTEXTLS_RUNNER=npx -y contextls", "CONTEXTLS_STORE_API_KEY=x"}}, nil, nil,
		},
		"what is no TOML says nothing": {
			saying{workspace: "tokenBudget = \n", user: "minRelevance = 0.5"},
			[]string{"minRelevance = 0.5 # user"}, []string{".contextls.toml: toml: line 1 (last key \"tokenBudget\"): expected value but found '\\n' instead"},
		},
		"a role is all or nothing": {
			saying{user: "[roles.a]\ninclude = [\"x\"]\nexclude = [\"\"]\n[roles.b]\ninclud = [\"x\"]\n[roles.c]\nrole = \"a\"\n[roles.\"d.e\"]\ninclude = [\"x\"]"},
			[]string{`roles."d.e" = {include = ["x"]} # user`},
			[]string{`user: roles.a.exclude[0]: glob "" matches nothing`, "user: roles.b.includ: there is no such setting", "user: roles.c: a role cannot have a role"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.load(t)
			if diff := cmp.Diff(c.want, lines(got)); diff != "" {
				t.Errorf("in force (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.problems, got.Problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}
