package lsp

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/go-json-experiment/json"
)

// Settings are what a user may set in the section "contextls". Each has a default, which also stands in
// for a value that cannot be used.
type Settings struct {
	TokenBudget  *int             `json:"tokenBudget"`  // of a pack that does not say its own, from 1; 100,000
	Weights      WeightSettings   `json:"weights"`      //
	MinRelevance *float64         `json:"minRelevance"` // files below this share of the best score are left out, 0–1; 0.2
	MaxFileBytes *int             `json:"maxFileBytes"` // larger files are not read, from 1; 1,048,576
	Ignore       []string         `json:"ignore"`       // further globs of files to leave out, gitignore-style
	CodeLens     LensSettings     `json:"codeLens"`     //
	Roles        map[string]Scope `json:"roles"`        // scopes that requests may name
}

// WeightSettings are how much each kind of evidence counts in a score, in proportion; each from 0.
type WeightSettings struct {
	Structure *float64 `json:"structure"` // imports and references; 0.6
	Text      *float64 `json:"text"`      // words and names of the task; 0.4
}

// LensSettings choose the code lenses.
type LensSettings struct {
	File        *bool `json:"file"`        // one on a file's first line; true
	Definitions *bool `json:"definitions"` // one on each of its most important definitions; true
	TopPercent  *int  `json:"topPercent"`  // which definitions of the folder are important, 1–100; 20
	MaxPerFile  *int  `json:"maxPerFile"`  // the most of them in one file, from 1; 12
}

func (s *Settings) check() error {
	if err := checkGlobs("ignore", s.Ignore); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(s.Roles)) {
		if err := s.Roles[name].check("roles." + name); err != nil {
			return err
		}
	}
	return firstOf(
		checkInt("tokenBudget", s.TokenBudget, 1, 0),
		checkFloat("weights.structure", s.Weights.Structure, 0),
		checkFloat("weights.text", s.Weights.Text, 0),
		checkFloat("minRelevance", s.MinRelevance, 1),
		checkInt("maxFileBytes", s.MaxFileBytes, 1, 0),
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

// ParseSettings reads the section as a client sends it. Problems names each value that cannot be used;
// its default is in its place.
func ParseSettings(raw []byte) (s Settings, problems []string) {
	for {
		s, err := decode[Settings](raw)
		if err == nil {
			return s, problems
		}
		problems = append(problems, err.Error())
		rest, ok := without(raw, err)
		if !ok {
			return Settings{}, problems
		}
		raw = rest
	}
}

// without takes the field that an error names out of an object.
func without(raw []byte, err error) (rest []byte, ok bool) {
	var bad *paramError
	var object map[string]any
	if !errors.As(err, &bad) || json.Unmarshal(raw, &object, wireJSON) != nil {
		return nil, false
	}
	path := strings.Split(bad.field, ".")
	inner := object
	for _, name := range path[:len(path)-1] {
		next, ok := inner[name].(map[string]any)
		if !ok {
			break
		}
		inner = next
	}
	last, _, _ := strings.Cut(path[len(path)-1], "[")
	if _, ok := inner[last]; !ok { // an element of a list of objects, or a name with a dot in it
		inner = object
		last, _, _ = strings.Cut(path[0], "[")
	}
	if _, ok := inner[last]; !ok {
		return nil, false
	}
	delete(inner, last)
	rest, err = json.Marshal(object, wireJSON)
	return rest, err == nil
}

func or[T any](v *T, fallback T) T {
	if v != nil {
		return *v
	}
	return fallback
}

func (s *Settings) tokenBudget() int { return or(s.TokenBudget, budget.DefaultTokens) }

func (s *Settings) weights() rank.Weights {
	w := rank.DefaultWeights()
	w.Structure, w.Text = or(s.Weights.Structure, w.Structure), or(s.Weights.Text, w.Text)
	w.MinRelevance = or(s.MinRelevance, w.MinRelevance)
	return w
}
