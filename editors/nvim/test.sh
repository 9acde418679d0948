#!/usr/bin/env bash
# Builds the server and runs all tests of the plugin in real editors. setup.sh brings what it needs.
#   --update        writes the reference screenshots anew: read them, they are claims
#   --plugins DIR   tests the integrations in the plugins themselves, too: DIR holds checkouts of codecompanion.nvim,
#                   CopilotChat.nvim and avante.nvim
set -euo pipefail
cd "$(dirname "$0")"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/contextls-editors/nvim
[ -x "$cache/bin/nvim" ] || { echo "test: please run $PWD/setup.sh first" >&2; exit 1; }
case ${1:-} in
  --update) export UPDATE=1 ;;
  --plugins) PLUGINS=$(cd "$2" && pwd) && export PLUGINS ;;
esac

step() { echo "== $*"; }
work=$(mktemp -d)
finish() {
  [ ! -d "$work/run" ] || cat "$work/run/"*.lock | xargs -r kill 2>/dev/null || true # the tests' own daemon
  rm -rf "$work"
}
trap finish EXIT
export PATH="$work:$PATH" CONTEXTLS_REMOTE="$work/run"

step "the server"
(cd ../.. && go build -buildvcs=false -o "$work/contextls" ./cmd/contextls)

step "luacheck"
"$cache/bin/luacheck" -q --no-color .

step "help tags" # they are kept, for plugin managers make none for a folder inside of a repository
cp -r doc "$work/doc"
"$cache/bin/nvim" --headless -u NONE -i NONE -l /dev/stdin <<LUA
vim.cmd.helptags('$work/doc')
LUA
[ -z "${UPDATE:-}" ] || cp "$work/doc/tags" doc/tags
diff doc/tags "$work/doc/tags"

step "Neovim 0.10 is refused politely"
refused=$("$cache/bin/nvim-0.10" --headless -u NONE -i NONE --cmd "set rtp^=$PWD" -c 'runtime plugin/contextls.lua' \
  -c "lua require('contextls').setup({})" -c 'lua io.stderr:write("\n" .. vim.fn.exists(":Contextls"))' -c 'qa!' 2>&1 | tr -d '\r')
[ "$refused" = "contextls.nvim needs Neovim 0.11 or later and stays off."$'\n'0 ] || { echo "it says: $refused" >&2; exit 1; }

step "tests"
"$cache/bin/nvim" --headless -u NONE -i NONE -c "luafile tests/run.lua"
if [ -n "${PLUGINS:-}" ]; then
  step "chat plugins"
  TESTS=tests/plugins/test_plugins.lua "$cache/bin/nvim" --headless -u NONE -i NONE -c "luafile tests/run.lua"
fi
