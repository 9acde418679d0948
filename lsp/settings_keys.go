package lsp

import (
	"strings"
	"unicode"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace/ignore"
)

// origin is who says a setting, or several of them.
type origin uint8

const (
	environment origin = 1 << iota
	userFile
	workspaceFile
	clientSettings

	person  = userFile | clientSettings
	owner   = person | environment // whoever works at the machine
	anybody = owner | workspaceFile
)

func (o origin) String() string {
	var who []string
	for _, w := range []struct {
		origin origin
		name   string
	}{{clientSettings, "the client"}, {workspaceFile, "the workspace"}, {userFile, "the user's file"}, {environment, "the environment"}} {
		if o&w.origin != 0 {
			who = append(who, w.name)
		}
	}
	return strings.Join(who, " or ")
}

// setting is one key, with what holds for it. Ranges are checked by Settings.check.
type setting struct {
	key      string // its names from the outermost on, with dots
	from     origin // who may set it
	capped   bool   // a workspace may only lower it
	adds     bool   // all that is said counts
	byName   bool   // each name in it is a setting of its own
	fallback any    // the default, nil for none
	what     string
}

// settingKeys are all keys, in the order in which they are shown.
func settingKeys() []setting {
	w := rank.DefaultWeights()
	return []setting{
		{key: "tokenBudget", from: anybody, capped: true, fallback: budget.DefaultTokens,
			what: "tokens that a pack may cost, where the request says nothing"},
		{key: "reservedForOutput", from: owner, fallback: budget.DefaultReservedForOutput,
			what: "tokens of a model's window that are left to its answer"},
		{key: "utilization", from: owner, fallback: budget.DefaultUtilization,
			what: "share of the rest of the window that a pack may fill, 0–1"},
		{key: "repoMapTokens", from: anybody, capped: true, fallback: defaultMapTokens,
			what: "tokens that a repository map may cost"},
		{key: "summaryTokens", from: anybody, capped: true, fallback: budget.SummaryTokens,
			what: "tokens that a summary may cost"},
		{key: "maxImportDepth", from: anybody, fallback: defaultImportDepth,
			what: "import steps from the targets that count as related, 1–100"},
		{key: "weights.structure", from: anybody, fallback: w.Structure,
			what: "how much ties in the graph count"},
		{key: "weights.text", from: anybody, fallback: w.Text,
			what: "how much words of the task count"},
		{key: "minRelevance", from: anybody, fallback: w.MinRelevance,
			what: "files below this share of the best score are left out, 0–1"},
		{key: "maxFileBytes", from: anybody, capped: true, fallback: 1 << 20,
			what: "larger files are not read"},
		{key: "scanIntervalMs", from: owner, fallback: 3000,
			what: "how often folders that cannot be watched are looked at, from 100"},
		{key: "ignore", from: anybody, adds: true, fallback: []string{},
			what: "further globs of files to leave out, gitignore-style; all that is said counts"},
		{key: "skipDirectories", from: owner, fallback: ignore.DefaultSkip(),
			what: "names of directories that are never entered"},
		{key: "secrets.allow", from: userFile, fallback: []string{},
			what: "globs of files that are no secrets, whatever they are called"},
		{key: "codeLens.file", from: anybody, fallback: true,
			what: "a lens on a file's first line"},
		{key: "codeLens.definitions", from: anybody, fallback: true,
			what: "lenses on its most important definitions"},
		{key: "codeLens.topPercent", from: anybody, fallback: defaultTopPercent,
			what: "which definitions of a folder these are, 1–100"},
		{key: "codeLens.maxPerFile", from: anybody, fallback: defaultMaxPerFile,
			what: "the most of them in one file"},
		{key: "roles", from: person | workspaceFile, byName: true,
			what: "named scopes, each {include, exclude}, that requests may use"},
		{key: "commands", from: person, byName: true,
			what: "programs that exploration may run (run_tests, lint_check): name → words"},
		{key: "trusted", from: person, fallback: false,
			what: "whether those may be run; initializationOptions.trusted says it for one session"},
		{key: "pastRuns", from: person, fallback: true,
			what: "keep a list of packs in the user's state directory, for exploration"},
	}
}

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
