#!/bin/sh
# Install what this checkout needs, once: `sh deploy/prepare.sh run` `... test`, or `... slow`.
# Debian's parts come by apt (with sudo when not root), Python's by pip into .venv, at the versions of constraints.txt.
# What cannot be installed is one line that says what, and the command to run. A second call changes nothing.
set -eu
cd "$(dirname "$0")/.."
want=${1:-run}

say() { printf 'setup: %s\n' "$*" >&2; }
stop() { say "$*"; exit 2; }

case $want in
run)  extras=venue,obs; debian="python3-venv" ;;
test) extras=venue,obs,test; debian="python3-venv ffmpeg chromium mmdebstrap poppler-utils npm mosquitto openssl" ;;
slow) extras=venue,obs,test; debian="python3-venv ffmpeg chromium mmdebstrap poppler-utils npm mosquitto openssl obs-studio obs-plugins xvfb xauth libgl1-mesa-dri iproute2" ;;
*)    stop "'$want' is not known: say run, test or slow" ;;
esac

on_a_pi() { [ -r /proc/device-tree/model ] && tr -d '\0' </proc/device-tree/model | grep -q 'Raspberry Pi'; }
if on_a_pi; then debian="$debian python3-picamera2 python3-lgpio"; fi

python=${PYTHON:-python3}
command -v "$python" >/dev/null || stop "no $python: install it with 'apt-get install python3'"
"$python" -c 'import sys; raise SystemExit(not (3, 11) <= sys.version_info < (3, 14))' ||
    stop "$("$python" --version) is not 3.11, 3.12 or 3.13: name one with 'PYTHON=python3.13 make $want'"

ready=.venv/.ready-$want
sum=$(cat pyproject.toml constraints.txt package.json deploy/prepare.sh | cksum)
# A start reads a thousand modules: compiled once, as pip does with what it installs, not at each start of one who may not.
compile() { .venv/bin/python -m compileall -q -x ^web/static/ calibration geometry hardware messages simulation overlook referee venue vision web || true; }
for enough in run test slow; do # each of these installs all of those before it
    [ "$enough" = "$want" ] && reached=yes
    if [ -n "${reached:-}" ] && [ "$(cat ".venv/.ready-$enough" 2>/dev/null)" = "$sum" ]; then
        compile
        exit 0
    fi
done

missing=
for package in $debian; do
    case $package in
    python3-venv) "$python" -c 'import ensurepip, venv' 2>/dev/null && continue ;;
    chromium) command -v chromium >/dev/null && continue ;;
    ffmpeg) command -v ffmpeg >/dev/null && continue ;;
    npm) command -v npm >/dev/null && continue ;;
    poppler-utils) command -v pdftoppm >/dev/null && continue ;;
    esac
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || stop "missing$missing: as root, run 'apt-get install$missing', then this again"
        as_root=sudo
    fi
    command -v apt-get >/dev/null || stop "missing$missing, and there is no apt-get: install these your own way"
    say "installing$missing"
    $as_root apt-get update -q >/dev/null || stop "apt-get update failed: check the network, then this again"
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >/dev/null ||
        stop "could not install$missing: run '${as_root:+sudo }apt-get install$missing' and see why"
    if [ "$want" != run ] && ! command -v chromium-headless-shell >/dev/null; then
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q chromium-headless-shell >/dev/null 2>&1 ||
            say "no chromium-headless-shell here: chromium shows the tests their pages, in a third more time"
    fi
fi

if [ ! -x .venv/bin/python ]; then
    say "making .venv with $("$python" --version)"
    site=
    if on_a_pi; then site=--system-site-packages; fi
    "$python" -m venv $site .venv || stop "could not make .venv: remove the folder and try again"
fi
# Up to 0.2.0 this checkout was installed as `overlook`, a name that belongs to somebody else on PyPI.
.venv/bin/python -m pip uninstall -qq --disable-pip-version-check --yes overlook || stop "pip could not remove the package overlook from .venv"
say "installing the Python packages (a minute or two the first time)"
.venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[$extras]" ||
    stop "pip could not install the packages above: check the network and the disk, then this again"
if [ "$want" != run ]; then
    # The pages are judged by tools of package.json: for tests alone, never part of what is installed.
    say "fetching what judges the pages"
    mkdir -p .venv/page-tools
    cp package.json .venv/page-tools/
    npm install --silent --no-audit --no-fund --no-package-lock --prefix .venv/page-tools >/dev/null ||
        stop "npm could not fetch what package.json names: check the network, then 'sh deploy/prepare.sh $want' again"
fi
compile
printf '%s' "$sum" >"$ready"
say "ready"
