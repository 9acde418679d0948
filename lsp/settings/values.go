package settings

import (
	"slices"
	"time"

	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// Values are the settings in force: in every field what was set, or its default. The zero Values are not
// usable; start from Default. Slices and maps are shared and not to be changed.
type Values struct {
	TokenBudget       int
	ReservedForOutput int
	Utilization       float64
	RepoMapTokens     int
	SummaryTokens     int
	MaxImportDepth    int
	Weights           rank.Weights // minRelevance among them
	MaxFileBytes      int
	MaxFiles          int
	ScanIntervalMs    int
	Ignore            []string
	SkipDirectories   []string
	AllowedSecrets    []string
	RedactSecrets     bool
	Dependencies      string // one of those below
	DependencyPercent int    // of a pack's budget, 0–100
	Store             Store
	CodeLens          Lenses
	Roles             map[string]Scope
	Commands          map[string][]string
	MarkerPattern     string // RE2; "": there are no markers
	Trusted           bool
	PastRuns          bool
	CacheMegabytes    int
}

// Where packs look for the APIs of imported packages.
const (
	DependenciesInstalled = "installed"
	DependenciesInFolder  = "folder"
	DependenciesOff       = "off"
)

// Store is where a team's repositories are found. Who asks is said in the environment alone.
type Store struct {
	URL       string // "": there is none
	Prefix    string // of the names of its indices
	CA        string // the absolute path of a file of certificates; "": the system's
	Insecure  bool   // plain http may be spoken with other machines
	TimeoutMs int    // that an answer waits for it
	Sources   bool   // sources are published, too
}

// Timeout is how long an answer waits for the store.
func (s Store) Timeout() time.Duration { return time.Duration(s.TimeoutMs) * time.Millisecond }

// Lenses choose the code lenses.
type Lenses struct {
	File        bool
	Definitions bool
	TopPercent  int // 1–100
	MaxPerFile  int
}

// Scope is what a role lets through: globs, gitignore-style. Without Include, everything that Exclude
// does not name.
type Scope struct {
	Include, Exclude []string
}

// Default are the settings where no source sets anything.
func Default() Values { return merge(nil).Values }

// ApplyTo makes a session read a folder as the settings say.
func (v *Values) ApplyTo(o *workspace.Options) {
	o.MaxFileBytes = int64(v.MaxFileBytes)
	o.MaxFiles = v.MaxFiles
	o.Poll = time.Duration(v.ScanIntervalMs) * time.Millisecond
	o.Ignore = slices.Concat(o.Ignore, v.Ignore)
	o.Skip = v.SkipDirectories
	o.Allow = slices.Concat(o.Allow, v.AllowedSecrets)
	o.ShowSecrets = !v.RedactSecrets
	o.Cache.MaxBytes = int64(v.CacheMegabytes) << 20
}

// ReadsLike reports whether a folder is read the same way with other settings.
func (v *Values) ReadsLike(w *Values) bool {
	return v.MaxFileBytes == w.MaxFileBytes && v.MaxFiles == w.MaxFiles && v.ScanIntervalMs == w.ScanIntervalMs && slices.Equal(v.Ignore, w.Ignore) &&
		slices.Equal(v.SkipDirectories, w.SkipDirectories) && slices.Equal(v.AllowedSecrets, w.AllowedSecrets) &&
		v.RedactSecrets == w.RedactSecrets && v.CacheMegabytes == w.CacheMegabytes
}

// store puts a value into a field. In a map it is the entry with that name.
func store(field any, name string, value any) {
	switch field := field.(type) {
	case *int:
		*field = value.(int)
	case *float64:
		*field = value.(float64)
	case *bool:
		*field = value.(bool)
	case *string:
		*field = value.(string)
	case *[]string:
		*field = value.([]string)
	case map[string]Scope:
		field[name] = value.(Scope)
	case map[string][]string:
		field[name] = value.([]string)
	}
}
