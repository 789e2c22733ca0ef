#!/bin/sh
# Build a release of what is committed in this checkout: `sh deploy/release_wheel.sh FOLDER`.
#   overlook-VERSION-py3-none-any.whl           for the page /update of every table
#   overlook_referee-VERSION-py3-none-any.whl   for a package index; tables after 0.2.0 take it from a page, too
# Both have the same files. Tables up to 0.2.0 know the first name alone (docs/decisions/14-distribution-name.md).
set -eu
stop() { printf 'release: %s\n' "$*" >&2; exit 2; }
[ $# -eq 1 ] || stop "name the folder that the two files go to: 'sh deploy/release_wheel.sh FOLDER'"
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
run() { "$@"; }
# shellcheck source=deploy/releases.sh
. deploy/releases.sh
python=${PYTHON:-$(pwd)/.venv/bin/python}
[ -x "$python" ] || stop "no $python: run 'make setup' first, or name one with PYTHON=..."

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
git archive HEAD | tar -x -C "$tree"
build() { "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" "$tree"; }
build
name_as_released "$tree"
build
