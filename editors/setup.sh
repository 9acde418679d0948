#!/usr/bin/env bash
# Brings the editors that the tests run into the user's cache, from the machine's own package sources. What is
# there already is left alone.
set -euo pipefail
cd "$(dirname "$0")"
nvim/setup.sh
vscode/setup.sh
