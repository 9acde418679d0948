#!/usr/bin/env bash
# Brings what the tests need into the user's cache: Node 24, the VS Code server that code-server packs,
# and a headless Chromium; and this folder's npm packages. It takes them from where the machine takes its
# packages anyway (apt's sources, npm's registry) and does nothing where they are there already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/contextls-editors/vscode
node_version=24.21.0
code_server_version=4.139.1

say() { echo "setup: $*"; }

need() { # need PROGRAM PACKAGE: installs a Debian package for a program that is missing
  command -v "$1" >/dev/null && return
  if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "setup: $1 is missing; please install it (Debian: $2)" >&2
    exit 1
  fi
  say "installing $2"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >/dev/null
}

# whole DIR COMMAND…: fills a folder in one step, so that what was interrupted is done again.
whole() {
  local dir=$1
  shift
  [ -e "$dir/.whole" ] && return
  rm -rf "$dir"
  mkdir -p "$dir"
  (cd "$dir" && "$@")
  touch "$dir/.whole"
}

fetch_node() {
  say "node $node_version"
  echo '{"private": true}' >package.json
  npm install --silent --ignore-scripts --no-audit --no-fund "node-linux-$(arch)@$node_version"
  ln -s "node_modules/node-linux-$(arch)/bin" bin
}

fetch_vscode() {
  say "VS Code, from code-server $code_server_version (760 MB)"
  npm pack --silent --ignore-scripts "code-server@$code_server_version" >/dev/null
  tar xzf code-server-*.tgz
  rm code-server-*.tgz
  cd package/lib/vscode
  npm install --silent --omit=dev --ignore-scripts --no-audit --no-fund
}

arch() { case $(uname -m) in aarch64) echo arm64 ;; *) echo x64 ;; esac; }

need npm npm
need chromium-headless-shell chromium-headless-shell
need fc-list fontconfig
[ -n "$(fc-list :spacing=mono)" ] || need "a monospaced font" fonts-dejavu-core

whole "$cache/node-$node_version" fetch_node
export PATH="$cache/node-$node_version/bin:$PATH"
whole "$cache/code-server-$code_server_version" fetch_vscode

# npm writes node_modules/.package-lock.json last.
cd "$here"
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  say "npm packages"
  npm ci --silent --ignore-scripts --no-audit --no-fund
fi
say "done: $cache"
