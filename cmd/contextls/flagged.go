package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/contextls/contextls/lsp/engine"
)

// flagged is an error as a command line calls what is wrong: the engine names a request's fields.
func flagged(err error) error {
	var param *engine.ParamError
	if !errors.As(err, &param) {
		return err
	}
	field, _, list := strings.Cut(param.Field, "[")
	switch name := "--" + kebab(strings.TrimPrefix(field, "budget.")); {
	case field == "query":
		return fmt.Errorf("TEXT: %s", param.Problem)
	case field == "files":
		return fmt.Errorf("--context-file, --pin: %s", param.Problem)
	case field == "targets":
		return fmt.Errorf("--target: %s", param.Problem)
	case list || strings.Contains(name, "."):
		return err // no flag has this
	default:
		return fmt.Errorf("%s: %s", name, param.Problem)
	}
}

// kebab writes a name as flags have it: max-import-depth.
func kebab(camel string) string {
	var b strings.Builder
	for _, r := range camel {
		if unicode.IsUpper(r) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
