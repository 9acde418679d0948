package setup

import (
	"fmt"
	"strings"
)

// luaFormat is a file of Neovim's configuration that is contextls' alone.
type luaFormat struct{}

// luaMark is how such a file begins.
const luaMark = "-- Written by `contextls setup nvim`; `contextls setup nvim --remove` removes this file.\n"

func (luaFormat) set(text string, c Command) (string, error) {
	if err := own(text); err != nil {
		return "", err
	}
	words := make([]string, len(c))
	for i, word := range c {
		words[i] = encode(word, "", "") // of what JSON escapes, paths have the quote and the backslash: Lua's are the same
	}
	return luaMark + fmt.Sprintf(`vim.lsp.config('contextls', {
  cmd = { %s },
  root_markers = { '.git', '.jj', '.hg', '.contextls.toml' },
  workspace_required = true,
})
vim.lsp.enable('contextls')
`, strings.Join(words, ", ")), nil
}

func (luaFormat) remove(text string) (string, error) { return "", own(text) }

func own(text string) error {
	if text != "" && !strings.HasPrefix(text, luaMark) {
		return fmt.Errorf("the file is yours: it does not begin with %q", strings.TrimSpace(luaMark))
	}
	return nil
}
