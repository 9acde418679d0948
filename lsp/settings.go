package lsp

import (
	"maps"
	"slices"
	"time"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// Settings are what a person may set; nil stands for the default. The same names are used by all that
// may say them, the nearest to the work at hand first:
//
//  1. the client: section "contextls" of its settings, or initializationOptions
//  2. the workspace: the file .contextls.toml in a folder's root, for that folder
//  3. the user: the file contextls/config.toml in the user's configuration directory
//  4. the environment: tokenBudget is CONTEXTLS_TOKEN_BUDGET there, and lists have commas
//
// Where two of them say something, the one that stands higher wins: what a person asks of this editor now
// comes before what a project has agreed upon, that before what a person likes everywhere, and that before
// what a machine or container was set up with. Globs of ignore add up, the workspace's
// first, so that its "!" takes back nothing that the person at the machine wants left out; roles and
// commands are merged by name.
//
// A workspace file comes with the repository, so it is not trusted: it may say only what does no harm, it
// may lower what a pack costs or how large a file is read but not raise it above what the other two (or
// the defaults) say, and it cannot redefine a role of theirs. What is refused is reported by name, as is a
// value that cannot be used; what comes next in the list is in its place.
//
// The keys, their defaults and who may set them are in settings_keys.go.
type Settings struct {
	TokenBudget       *int                `json:"tokenBudget"`
	ReservedForOutput *int                `json:"reservedForOutput"`
	Utilization       *float64            `json:"utilization"`
	RepoMapTokens     *int                `json:"repoMapTokens"`
	SummaryTokens     *int                `json:"summaryTokens"`
	MaxImportDepth    *int                `json:"maxImportDepth"`
	Weights           WeightSettings      `json:"weights"`
	MinRelevance      *float64            `json:"minRelevance"`
	MaxFileBytes      *int                `json:"maxFileBytes"`
	ScanIntervalMs    *int                `json:"scanIntervalMs"`
	Ignore            []string            `json:"ignore"`
	SkipDirectories   []string            `json:"skipDirectories"`
	Secrets           SecretSettings      `json:"secrets"`
	CodeLens          LensSettings        `json:"codeLens"`
	Roles             map[string]Scope    `json:"roles"`
	Commands          map[string][]string `json:"commands"`
	Trusted           *bool               `json:"trusted"`
	PastRuns          *bool               `json:"pastRuns"`
}

// WeightSettings are how much each kind of evidence counts in a score, in proportion.
type WeightSettings struct {
	Structure *float64 `json:"structure"`
	Text      *float64 `json:"text"`
}

// SecretSettings say what is a secret.
type SecretSettings struct {
	Allow []string `json:"allow"`
}

// LensSettings choose the code lenses.
type LensSettings struct {
	File        *bool `json:"file"`
	Definitions *bool `json:"definitions"`
	TopPercent  *int  `json:"topPercent"`
	MaxPerFile  *int  `json:"maxPerFile"`
}

func (s *Settings) check() error {
	for _, name := range slices.Sorted(maps.Keys(s.Roles)) {
		if s.Roles[name].Role != "" {
			return bad("roles."+name, "a role cannot have a role")
		}
		if err := s.Roles[name].check("roles." + name); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Commands)) {
		if argv := s.Commands[name]; len(argv) == 0 || argv[0] == "" {
			return bad("commands."+name, "it names no program")
		}
	}
	if slices.Contains(s.SkipDirectories, "") {
		return bad("skipDirectories", "%q is no directory's name", "")
	}
	return firstOf(
		checkInt("tokenBudget", s.TokenBudget, 1, 0),
		checkInt("reservedForOutput", s.ReservedForOutput, 0, 0),
		checkFloat("utilization", s.Utilization, 1),
		checkInt("repoMapTokens", s.RepoMapTokens, 0, 0),
		checkInt("summaryTokens", s.SummaryTokens, 1, 0),
		checkInt("maxImportDepth", s.MaxImportDepth, 1, maxDepth),
		checkFloat("weights.structure", s.Weights.Structure, 0),
		checkFloat("weights.text", s.Weights.Text, 0),
		checkFloat("minRelevance", s.MinRelevance, 1),
		checkInt("maxFileBytes", s.MaxFileBytes, 1, 0),
		checkInt("scanIntervalMs", s.ScanIntervalMs, 100, 0),
		checkGlobs("ignore", s.Ignore),
		checkGlobs("secrets.allow", s.Secrets.Allow),
		checkInt("codeLens.topPercent", s.CodeLens.TopPercent, 1, 100),
		checkInt("codeLens.maxPerFile", s.CodeLens.MaxPerFile, 1, 0),
	)
}

// checkFloat wants a number from 0 to most; most 0 means that there is no upper limit.
func checkFloat(field string, v *float64, most float64) error {
	if v == nil || *v >= 0 && (most == 0 || *v <= most) {
		return nil
	}
	if most == 0 {
		return bad(field, "%v is negative", *v)
	}
	return bad(field, "%v is not between 0 and %v", *v, most)
}

func or[T any](v *T, fallback T) T {
	if v != nil {
		return *v
	}
	return fallback
}

func (s *Settings) tokenBudget() int    { return or(s.TokenBudget, budget.DefaultTokens) }
func (s *Settings) repoMapTokens() int  { return or(s.RepoMapTokens, defaultMapTokens) }
func (s *Settings) summaryTokens() int  { return or(s.SummaryTokens, budget.SummaryTokens) }
func (s *Settings) maxImportDepth() int { return or(s.MaxImportDepth, defaultImportDepth) }

func (s *Settings) weights() rank.Weights {
	w := rank.DefaultWeights()
	w.Structure, w.Text = or(s.Weights.Structure, w.Structure), or(s.Weights.Text, w.Text)
	w.MinRelevance = or(s.MinRelevance, w.MinRelevance)
	return w
}

// Reading has a session read a folder as the settings say.
func (s *Settings) Reading(o *workspace.Options) {
	o.MaxFileBytes = int64(or(s.MaxFileBytes, int(o.MaxFileBytes)))
	o.Poll = time.Duration(or(s.ScanIntervalMs, int(o.Poll.Milliseconds()))) * time.Millisecond
	o.Ignore = slices.Concat(o.Ignore, s.Ignore)
	if s.SkipDirectories != nil {
		o.Skip = s.SkipDirectories
	}
	o.Allow = slices.Concat(o.Allow, s.Secrets.Allow)
}

// readsAlike says whether a folder is read the same way with other settings.
func (s *Settings) readsAlike(t *Settings) bool {
	var a, b workspace.Options
	s.Reading(&a)
	t.Reading(&b)
	return a.MaxFileBytes == b.MaxFileBytes && a.Poll == b.Poll && slices.Equal(a.Ignore, b.Ignore) &&
		slices.Equal(a.Skip, b.Skip) && slices.Equal(a.Allow, b.Allow)
}
