#!/usr/bin/env bash
# Builds the server and the extension, and runs all tests. setup.sh has brought what they need.
set -euo pipefail
cd "$(dirname "$0")"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/contextls-editors/vscode
node_bin=$(ls -d "$cache"/node-24.*/bin 2>/dev/null | tail -1)
[ -n "$node_bin" ] && [ -d node_modules ] || { echo "test: run setup.sh first" >&2; exit 1; }
export PATH="$node_bin:$PATH" NO_COLOR=1
step() { echo "== $*"; }

step "the lock file names no registry"
if grep -n '"resolved"' package-lock.json; then exit 1; fi

step "the package, with the server"
node package.mjs
vsix=$(ls contextls-*.vsix)

step "types"
for project in . src/webview test; do node node_modules/typescript/bin/tsc --noEmit -p "$project"; done

step "unit tests"
node node_modules/vitest/vitest.mjs run

step "in the extension host"
node build.mjs
node test/run-host.ts

step "as a person"
node test/run-person.ts "$vsix"
step "all passed"
