#!/bin/sh
# Run by update.sh as the user of the table: build the release whose wheel lies in FOLDER, beside the release BEFORE.
# What the wheel needs and BEFORE has is copied from there, so that a table without a network can be updated too.
set -eu
folder=$1 before=$2
cd "$folder"
# Releases are called by either name (docs/decisions/14-distribution-name.md).
for wheel in overlook-*.whl overlook_referee-*.whl; do [ ! -f "$wheel" ] || break; done
[ -f "$wheel" ] || { echo "there is no release in $folder" >&2; exit 1; }

site=
if grep -qsx 'include-system-site-packages = true' "$before/.venv/pyvenv.cfg"; then site=--system-site-packages; fi
# shellcheck disable=SC2086
python3 -m venv --without-pip $site .venv
packages=$(echo .venv/lib/python3*/site-packages)
if [ -d "$before/$packages/pip" ]; then
    cp -a --reflink=auto "$before/$packages/." "$packages/"
    # Under the other name pip would leave the files of the release before among those of this one.
    .venv/bin/python -m pip uninstall -qq --disable-pip-version-check --yes overlook overlook-referee
else
    .venv/bin/python -m ensurepip >/dev/null
fi
install() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input --no-cache-dir --only-binary :all: "$@"
}
install --force-reinstall --no-deps "./$wheel"
cp -R .venv/share/overlook/. .
install -c constraints.txt "./$wheel[venue,obs]" ||
    { echo "it needs packages that are not here, and the network did not bring them" >&2; exit 1; }
.venv/bin/python -m compileall -q .venv/lib || true
.venv/bin/overlook --version >/dev/null
