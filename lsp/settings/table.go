package settings

import (
	"strings"
	"unicode"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/ignore"
)

// setting is one key, with all that holds for it.
type setting struct {
	key      string            // its names from the outermost on, with dots
	from     origin            // who may set it
	merge    rule              // what holds where several sources set it
	kind     kind              // the type and range of its values; of a map, that of each entry
	fallback any               // the default, as kind reads it; nil for maps, which are empty
	field    func(*Values) any // the pointer to its field, or its map
	doc      string            // sentences in Markdown
}

// rule is how sources that set the same key are merged.
type rule uint8

const (
	replaces rule = iota // the strongest source wins
	capped               // so it does, but a workspace may only lower the value
	adds                 // the lists of all sources count
	byName               // each entry of the map is a setting of its own, and none of a workspace's replaces another
)

// table has all settings, in the order in which they are shown.
func table() []setting {
	w := rank.DefaultWeights()
	return []setting{
		{"tokenBudget", anyone, capped, whole{least: 1}, budget.DefaultTokens,
			func(v *Values) any { return &v.TokenBudget },
			"Tokens that a pack may cost where the request names no budget."},
		{"reservedForOutput", machine, replaces, whole{}, budget.DefaultReservedForOutput,
			func(v *Values) any { return &v.ReservedForOutput },
			"Tokens of a model’s window that are left to its answer."},
		{"utilization", machine, replaces, number{most: 1}, budget.DefaultUtilization,
			func(v *Values) any { return &v.Utilization },
			"Share of the rest of a model’s window that a pack may fill."},
		{"repoMapTokens", anyone, capped, whole{}, 2048,
			func(v *Values) any { return &v.RepoMapTokens },
			"Tokens that a repository map may cost."},
		{"summaryTokens", anyone, capped, whole{least: 1}, budget.SummaryTokens,
			func(v *Values) any { return &v.SummaryTokens },
			"Tokens that a summary may cost."},
		{"maxImportDepth", anyone, replaces, whole{least: 1, most: 100}, 2,
			func(v *Values) any { return &v.MaxImportDepth },
			"Import steps from the targets that count as related."},
		{"weights.structure", anyone, replaces, number{}, w.Structure,
			func(v *Values) any { return &v.Weights.Structure },
			"How much ties in the import graph count."},
		{"weights.text", anyone, replaces, number{}, w.Text,
			func(v *Values) any { return &v.Weights.Text },
			"How much words of the task count."},
		{"minRelevance", anyone, replaces, number{most: 1}, w.MinRelevance,
			func(v *Values) any { return &v.Weights.MinRelevance },
			"Files below this share of the best score are left out."},
		{"maxFileBytes", anyone, capped, whole{least: 1}, 1 << 20,
			func(v *Values) any { return &v.MaxFileBytes },
			"Larger files are not read. While this is not changed, code that people wrote is read up to 4 MiB."},
		{"maxFiles", anyone, capped, whole{least: 1}, workspace.DefaultMaxFiles,
			func(v *Values) any { return &v.MaxFiles },
			"Of a folder with more files of code the deepest ones are not read. While they are indexed, 100,000 take some 5 GB of memory."},
		{"scanIntervalMs", machine, replaces, whole{least: 100}, 3000,
			func(v *Values) any { return &v.ScanIntervalMs },
			"How often folders that cannot be watched are looked at, in milliseconds."},
		{"ignore", anyone, adds, globs{}, []string{},
			func(v *Values) any { return &v.Ignore },
			"Further globs of files to leave out, gitignore-style. The lists of all sources count."},
		{"skipDirectories", machine, replaces, directories{}, ignore.DefaultSkip(),
			func(v *Values) any { return &v.SkipDirectories },
			"Names of directories that are never entered, instead of the built-in ones."},
		{"secrets.allow", userFile, replaces, globs{}, []string{},
			func(v *Values) any { return &v.AllowedSecrets },
			"Globs of files that are no secrets, whatever they are called. Only the user’s file may set it."},
		{"secrets.redact", userFile, replaces, boolean{}, true,
			func(v *Values) any { return &v.RedactSecrets },
			"Whether keys, passwords and the like that stand in texts are replaced by `‹secret: …›` wherever texts are shown. Only the user’s file may set it."},
		{"dependencies", userFile, replaces, choice{DependenciesInstalled, DependenciesInFolder, DependenciesOff}, DependenciesInstalled,
			func(v *Values) any { return &v.Dependencies },
			"Where packs look for the APIs of imported packages: `installed`, among all that package managers installed; `folder`, in the workspace folder alone (`vendor`, `node_modules`, `.venv`, …); or `off`. Only the user’s file may set it."},
		{"dependencyPercent", anyone, capped, whole{most: 100}, 10,
			func(v *Values) any { return &v.DependencyPercent },
			"How many percent of a pack’s budget may show the APIs of imported packages, at most."},
		{"store.url", local, replaces, address{}, "",
			func(v *Values) any { return &v.Store.URL },
			"The address of a team’s store, an OpenSearch: `https://search.example.com:9200`. Requests that name `repositories` ask it, and packs ask it for the APIs of imported packages. Empty: there is none, and nothing is sent anywhere. Who asks is said in the environment alone, by `CONTEXTLS_STORE_API_KEY`, or `CONTEXTLS_STORE_USER` and `CONTEXTLS_STORE_PASSWORD`. Only the user’s file and the environment may set it."},
		{"store.prefix", local, replaces, indexPrefix{}, "contextls",
			func(v *Values) any { return &v.Store.Prefix },
			"What the names of the store’s indices begin with. Only the user’s file and the environment may set it."},
		{"store.ca", local, replaces, absolutePath{}, "",
			func(v *Values) any { return &v.Store.CA },
			"The path of a file of certificates (PEM) that vouch for the store, in place of the system’s. Only the user’s file and the environment may set it."},
		{"store.insecure", local, replaces, boolean{}, false,
			func(v *Values) any { return &v.Store.Insecure },
			"Whether a store on another machine may be asked by plain `http`, which everybody between can read and change. Only the user’s file and the environment may set it."},
		{"store.timeoutMs", local, replaces, whole{least: 1}, 150,
			func(v *Values) any { return &v.Store.TimeoutMs },
			"How long an answer waits for the store, in milliseconds. Only the user’s file and the environment may set it."},
		{"store.sources", local, replaces, boolean{}, false,
			func(v *Values) any { return &v.Store.Sources },
			"Whether the sources of definitions are sent to the store, too, when a repository is published; else only what is said about them. Only the user’s file and the environment may set it."},
		{"codeLens.file", anyone, replaces, boolean{}, true,
			func(v *Values) any { return &v.CodeLens.File },
			"A lens on a file’s first line: its rank, how many files import it, and how many it imports."},
		{"codeLens.definitions", anyone, replaces, boolean{}, true,
			func(v *Values) any { return &v.CodeLens.Definitions },
			"Lenses on a file’s most important definitions: their ranks."},
		{"codeLens.topPercent", anyone, replaces, whole{least: 1, most: 100}, 20,
			func(v *Values) any { return &v.CodeLens.TopPercent },
			"How many percent of a folder’s definitions get a lens, the most important first."},
		{"codeLens.maxPerFile", anyone, replaces, whole{least: 1}, 12,
			func(v *Values) any { return &v.CodeLens.MaxPerFile },
			"The most definitions with a lens in one file."},
		{"roles", person | workspaceFile, byName, scope{}, nil,
			func(v *Values) any { return v.Roles },
			"Named scopes that requests may use: `{\"frontend\": {\"include\": [\"web/\"], \"exclude\": [\"web/generated/\"]}}`."},
		{"commands", person, byName, command{}, nil,
			func(v *Values) any { return v.Commands },
			"Programs that a model’s exploration may run in trusted workspaces, each a list of words: `{\"run_tests\": [\"pytest\", \"-m{marker}\", \"{paths}\"]}`. A word with `{paths}` stands once for each file or directory that the model names, one with `{marker}` for the tests that it marks, neither where it names none."},
		{"markerPattern", person, replaces, pattern{}, "",
			func(v *Values) any { return &v.MarkerPattern },
			"A regular expression (RE2) that the whole of a `{marker}` has to match. None may be named where there is none."},
		{"trusted", person, replaces, boolean{}, false,
			func(v *Values) any { return &v.Trusted },
			"Whether the programs of `commands` may be run in every workspace."},
		{"cache.megabytes", machine, replaces, whole{}, 1024,
			func(v *Values) any { return &v.CacheMegabytes },
			"How much is kept in your cache directory of what was read in files, so that they need not be read and parsed again next time. 0: nothing."},
		{"pastRuns", person, replaces, boolean{}, true,
			func(v *Values) any { return &v.PastRuns },
			"Whether a list of past packs is kept in your state directory, for a model’s exploration."},
	}
}

// path is the key's names, from the outermost on.
func (s setting) path() []string { return strings.Split(s.key, ".") }

// variable is the name of a setting in the environment: codeLens.topPercent is CONTEXTLS_CODE_LENS_TOP_PERCENT.
func (s setting) variable() string {
	var b strings.Builder
	b.WriteString(variablePrefix)
	for _, r := range s.key {
		switch {
		case r == '.':
			b.WriteByte('_')
		case unicode.IsUpper(r):
			b.WriteByte('_')
			b.WriteRune(r)
		default:
			b.WriteRune(unicode.ToUpper(r))
		}
	}
	return b.String()
}

const variablePrefix = "CONTEXTLS_"

// origin is a kind of source, or a set of them.
type origin uint8

const (
	environment origin = 1 << iota
	userFile
	workspaceFile
	client

	person  = userFile | client
	machine = person | environment   // whoever works at the machine
	local   = userFile | environment // so they do, and no editor passes on what a workspace says
	anyone  = machine | workspaceFile
)

// String names who may set something, for an error.
func (o origin) String() string {
	var names []string
	for _, n := range []struct {
		origin origin
		name   string
	}{{client, "the client"}, {workspaceFile, "the workspace"}, {userFile, "the user's file"}, {environment, "the environment"}} {
		if o&n.origin != 0 {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, " or ")
}
