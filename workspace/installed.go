package workspace

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/packages"
	"github.com/contextls/contextls/workspace/secret"
)

// Environment is what commands that a person has set are run in, nil for this process' own.
func (f *Folder) Environment() []string { return f.opts.Environment }

// getenv is a variable of it.
func (f *Folder) getenv(name string) string {
	if f.opts.Environment == nil {
		return os.Getenv(name)
	}
	for _, variable := range slices.Backward(f.opts.Environment) { // of two, the last one counts
		if value, is := strings.CutPrefix(variable, name+"="); is {
			return value
		}
	}
	return ""
}

// packagesKey is under which a folder keeps its reader of packages.
type packagesKey struct{}

// Packages reads what package managers installed for the folder.
func (f *Folder) Packages() *packages.Reader {
	return f.Attached(packagesKey{}, func() any {
		return packages.New(packages.Options{
			Root: f.root, Getenv: f.getenv, MaxBytes: f.opts.MaxFileBytes,
			LanguageOf: func(path string) *analysis.Language { return f.session.langs.of(path, "") },
			Extract: func(ctx context.Context, lang *analysis.Language, text string) (*analysis.Facts, error) {
				facts, err := f.session.pool.Extract(ctx, lang, text, func() {})
				if err != nil {
					return nil, err
				}
				if !f.opts.ShowSecrets {
					redact(facts, secret.Read(text))
				}
				return facts, nil
			},
		})
	}).(*packages.Reader)
}
