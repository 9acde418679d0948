package workspace

import (
	"context"
	"os"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/packages"
	"github.com/contextls/contextls/workspace/secret"
)

// packagesKey is under which a folder keeps its reader of packages.
type packagesKey struct{}

// Packages reads what package managers installed for the folder.
func (f *Folder) Packages() *packages.Reader {
	return f.Attached(packagesKey{}, func() any {
		return packages.New(packages.Options{
			Root: f.root, Getenv: os.Getenv, MaxBytes: f.opts.MaxFileBytes,
			LanguageOf: func(path string) *analysis.Language { return f.session.langs.of(path, "") },
			Extract: func(ctx context.Context, lang *analysis.Language, text string) (*analysis.Facts, error) {
				facts, err := f.session.pool.Extract(ctx, lang, []byte(text), func() {})
				if err != nil {
					return nil, err
				}
				e := extracted{facts: facts}
				if !f.opts.ShowSecrets {
					e.redact(secret.Read(text))
				}
				return e.facts, nil
			},
		})
	}).(*packages.Reader)
}
