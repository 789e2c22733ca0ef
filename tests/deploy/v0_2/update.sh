#!/bin/sh
# The page /update has asked for another version: run by overlook-update.service, as root, and again at the next start
# where the power went meanwhile. Nothing that was brought is run as root: it is built and tried as the user of the table.
# The one step that decides is the renaming of $PREFIX/current; before it the old release plays, after it the new one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
PREFIX=${OVERLOOK_PREFIX:-/opt/overlook}
DATA=${OVERLOOK_DATA:-/var/lib/overlook}
SETTINGS=${OVERLOOK_SETTINGS:-/etc/overlook/overlook.toml}
ASKED=${OVERLOOK_POWER:-/run/overlook}
START_S=${OVERLOOK_START_S:-180}
SETTLE_S=${OVERLOOK_SETTLE_S:-15}
STOP_S=${OVERLOOK_STOP_S:-20}
run() { "$@"; }
# shellcheck source=deploy/releases.sh
. "$here/releases.sh"

as_table() { setpriv --reuid=overlook --regid=overlook --init-groups --no-new-privs -- "$@"; }

main_process() { systemctl show --property MainPID --value overlook.service; }

# The user of the table may end it, and the system starts what ended again: so this needs no right over the system.
# One that is about to be started anyway has no process, and takes what `current` leads to by then.
restart_table() {
    was=$(main_process)
    [ "$was" -gt 0 ] || return 0
    for signal in TERM KILL; do
        as_table sh -c 'kill -s "$1" "$2"' sh "$signal" "$was" 2>/dev/null || true
        left=$((STOP_S * 5))
        while [ "$left" -gt 0 ]; do
            [ "$(main_process)" = "$was" ] || return 0
            sleep 0.2
            left=$((left - 1))
        done
    done
}

tell() {
    printf '%s\n%s\n' "$1" "$2" >"$PREFIX/update-state.new"
    chmod 0644 "$PREFIX/update-state.new"
    mv "$PREFIX/update-state.new" "$PREFIX/update-state"
}

version_in() {
    for info in "$1"/.venv/lib/python3*/site-packages/overlook-*.dist-info; do
        name=$(basename "$info" .dist-info)
        printf '%s\n' "${name#overlook-}"
        return 0
    done
}

last_words() { tail -n 1 "$1" 2>/dev/null | tr -d '\000-\037' | cut -c 1-200; }

# Wait until a release says that it serves, and see it still do so a while later: 0 when it does.
serves() {
    left=$((START_S * 5))
    while [ "$left" -gt 0 ]; do
        said=$(cat "$ASKED/plays" 2>/dev/null || true)
        case $said in
        *" $1 "*)
            sleep "$SETTLE_S"
            [ "$said" = "$(cat "$ASKED/plays" 2>/dev/null || true)" ] && return 0
            ;;
        esac
        sleep 0.2
        left=$((left - 1))
    done
    return 1
}

# Judge the release on trial: $PREFIX/trial names the one before and the one that is tried.
judge() {
    before=$(sed -n 1p "$PREFIX/trial") tried=$(sed -n 2p "$PREFIX/trial")
    was=$(version_in "$before") is=$(version_in "$tried")
    if [ "$(readlink "$PREFIX/current")" != "$tried" ]; then
        tell failed "$is was cut off before it was tried: $was plays, as before"
    elif serves "$tried"; then
        if diff -rq "$tried/deploy/systemd" "$here/systemd" >/dev/null 2>&1; then units=
        else units="; its service's own files differ: 'sudo sh $PREFIX/current/deploy/install.sh --units' takes them once"; fi
        tell done "$is plays; $was is kept$units"
    else
        switch_to "$before"
        sync
        tell failed "$is did not start: $was plays again, nothing of the games was changed"
        restart_table
    fi
    rm -f "$PREFIX/trial"
    forget_old
}

try_release() {
    printf '%s\n%s\n' "$(readlink "$PREFIX/current")" "$1" >"$PREFIX/trial.new"
    sync
    mv "$PREFIX/trial.new" "$PREFIX/trial"
    tell trying "$(version_in "$1") is being started"
    sync
    switch_to "$1"
    sync
    restart_table
    judge
}

keep_games() {
    as_table "$PREFIX/current/.venv/bin/overlook" backup "$(backup_before "$1")" --settings "$SETTINGS" >"$PREFIX/update-log" 2>&1
}

take() {
    forget_unready
    found=$PREFIX/releases/$(date -u +%Y%m%dT%H%M%SZ)
    [ ! -e "$found" ] || { sleep 1; found=$PREFIX/releases/$(date -u +%Y%m%dT%H%M%SZ); }
    tell building "the version is being built beside the one that plays: a minute or two"
    mkdir -p "$PREFIX/releases"
    chmod 0755 "$PREFIX/releases"
    mkdir "$found"
    chown overlook:overlook "$found"
    # Read by the user of the table, who may read no more than the page's own program.
    as_table sh -c 'cp "$1"/update/ready/overlook-*.whl "$2/"' sh "$DATA" "$found" 2>"$PREFIX/update-log" || true
    rm -f "$ASKED/update"
    set -- "$found"/overlook-*.whl
    if [ ! -f "$1" ]; then
        rm -rf "$found"
        tell failed "nothing was brought: nothing was changed"
        return 0
    fi
    mark=$(cksum <"$1")
    same=$(release_marked "$mark")
    if [ -n "$same" ]; then
        rm -rf "$found"
        found=$same
    elif as_table sh "$here/build_release.sh" "$found" "$(readlink "$PREFIX/current")" >"$PREFIX/update-log" 2>&1; then
        chown -Rh root:root "$found"
        chmod -R u-s,g-s,go-w,a+rX "$found"
        sync
        # Whatever lay there while the folder was the user's: a link would be written through.
        rm -rf "$found/.ready"
        printf '%s' "$mark" >"$found/.ready"
        chmod 0644 "$found/.ready"
        sync
    else
        why=$(last_words "$PREFIX/update-log")
        rm -rf "$found"
        tell failed "it could not be built, nothing was changed: $why"
        return 0
    fi
    if [ "$found" = "$(readlink "$PREFIX/current")" ]; then
        tell done "$(version_in "$found") plays already"
    elif keep_games "$found"; then
        try_release "$found"
    else
        tell failed "the games could not be backed up, nothing was changed: $(last_words "$PREFIX/update-log")"
    fi
}

back() {
    rm -f "$ASKED/update"
    before=$(release_before "$(readlink "$PREFIX/current")")
    if [ -z "$before" ]; then tell failed "there is no release before this one"; return 0; fi
    # One from before this page never says that it serves, and would be taken for one that does not start.
    if [ ! -e "$before/deploy/update.sh" ]; then
        tell failed "$(version_in "$before") is older than this page: 'sudo sh $PREFIX/current/deploy/install.sh --rollback' goes back to it"
        return 0
    fi
    try_release "$before"
}

# What is being built, and the back-up of the games with its secrets, nobody else reads; what plays is opened at its end.
umask 077
# Stands for as long as there is work: where the power went meanwhile, the system starts this again.
again=no
[ ! -e "$PREFIX/at-work" ] || again=yes
: >"$PREFIX/at-work"
trap '[ -e "$PREFIX/trial" ] || rm -f "$PREFIX/at-work"' EXIT
if [ -e "$PREFIX/trial" ]; then
    judge
elif [ "$again" = yes ]; then
    forget_unready
    # Where it went after the last word had been said, that word stands.
    case $(sed -n 1p "$PREFIX/update-state" 2>/dev/null || true) in
    done | failed) ;;
    *) tell failed "the power went while a version was being built: nothing was changed" ;;
    esac
fi
case $(head -c 16 "$ASKED/update" 2>/dev/null || true) in
install) take ;;
back) back ;;
*) rm -f "$ASKED/update" ;;
esac
