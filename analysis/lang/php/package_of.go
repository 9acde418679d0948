package php

import (
	"encoding/json"
	"path"

	"github.com/contextls/contextls/analysis"
)

// packageOf is the package of a composer.json that has a name.
func packageOf(p string, text []byte) *analysis.Package {
	var m struct{ Name, Version string }
	if path.Base(p) != "composer.json" || json.Unmarshal(text, &m) != nil || m.Name == "" {
		return nil
	}
	return &analysis.Package{Ecosystem: ecosystem, Name: m.Name, Version: m.Version}
}
