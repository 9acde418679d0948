#!/usr/bin/env bash
# Brings what the tests need into the user's cache: Neovim 0.12, Neovim 0.10 (which the plugin refuses),
# mini.test, plenary.nvim and luacheck. They come from newer suites of the mirror that the machine's own apt
# sources name and are unpacked there: nothing is installed. What is there already is left alone.
set -euo pipefail
cache=${XDG_CACHE_HOME:-$HOME/.cache}/contextls-editors/nvim
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

fail() { echo "setup: $*" >&2; exit 1; }

command -v apt-get >/dev/null || fail "these tests run on Debian: Neovim is taken from its packages"
[ -e "$keyring" ] || fail "$keyring is missing; please install debian-archive-keyring"
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Release: $codename" 'Component: main' | head -n 1)
[ -n "$mirror" ] || fail "apt's sources name no mirror for Debian $codename"

# unpacked SUITE PACKAGE…: unpacks packages with all that they depend on, the C library too, into $cache/SUITE.
unpacked() {
  local suite=$1 dir="$cache/$1"
  shift
  [ "$(cat "$dir/.whole" 2>/dev/null)" = "$*" ] && return
  echo "setup: $* from $suite"
  rm -rf "$dir"
  mkdir -p "$dir/lists/partial" "$dir/debs/archives/partial" "$dir/root"
  echo "deb [signed-by=$keyring] $mirror $suite main" >"$dir/sources.list"
  : >"$dir/status"
  local apt=(apt-get -qq -o "Dir::Etc::SourceList=$dir/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::lists=$dir/lists" -o "Dir::State::status=$dir/status" -o "Dir::Cache=$dir/debs"
    -o APT::Sandbox::User=root -o APT::Keep-Downloaded-Packages=true)
  "${apt[@]}" update
  "${apt[@]}" install -y --no-install-recommends --download-only "$@" >/dev/null
  local deb
  for deb in "$dir"/debs/archives/*.deb; do dpkg -x "$deb" "$dir/root"; done
  rm -rf "$dir/debs" "$dir/lists"
  relocated "$dir/root"
  echo "$*" >"$dir/.whole"
}

# relocated ROOT: has the unpacked nvim find its C library and all others below ROOT, so that it runs
# under its own name and can start itself.
relocated() {
  local root=$1 loader libraries
  loader=$(find "$root/usr" -name 'ld-linux-*.so.*' | head -n 1)
  libraries=$(dirname "$(find "$root/usr" -name libc.so.6 | head -n 1)")
  "$loader" --library-path "$libraries" "$root/usr/bin/patchelf" \
    --set-interpreter "$loader" --force-rpath --set-rpath "$libraries" "$root/usr/bin/nvim"
}

# wrapper NAME SUITE [ARGUMENT…]: a program in $cache/bin that starts a suite's nvim.
wrapper() {
  local name=$1 root="$cache/$2/root" modules
  shift 2
  modules=$(find "$root/usr/lib" -type d -path '*/lua/5.1' | head -n 1)
  mkdir -p "$cache/bin"
  cat >"$cache/bin/$name" <<END
#!/bin/sh
export VIMRUNTIME='$root/usr/share/nvim/runtime' LUA_CPATH='$modules/?.so'
export LUA_PATH='$root/usr/share/lua/5.1/?.lua;$root/usr/share/lua/5.1/?/init.lua'
exec '$root/usr/bin/nvim' $* "\$@"
END
  chmod +x "$cache/bin/$name"
}

unpacked forky neovim patchelf neovim-mini.test neovim-plenary lua-check
unpacked trixie neovim patchelf
wrapper nvim forky
wrapper nvim-0.10 trixie
wrapper luacheck forky -u NONE -i NONE -l "'$cache/forky/root/usr/bin/luacheck'"
echo "setup: done: $cache"
