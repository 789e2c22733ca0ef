# Read by install.sh and update.sh: releases side by side below $PREFIX/releases; a link names the one that plays.
# A complete release has a file `.ready`, which says what it was built from. The script that reads this defines `run`.

KEEP=3

# Run a command as the table's user. A folder of that user may hold any name, link or file: root leaves it to that user.
as_table() {
    (
        cd / && HOME=$DATA && export HOME &&
            exec setpriv --reuid=overlook --regid=overlook --init-groups --no-new-privs -- "$@"
    )
}

# A release belongs to root. One that still belongs to the table's user is being built, whatever that user wrote into it.
is_roots() { [ -O "$1" ] || [ "$(stat -c %u "$1" 2>/dev/null)" = 0 ]; }
is_ready() { is_roots "$1" && [ -f "$1/.ready" ] && [ ! -L "$1/.ready" ] && is_roots "$1/.ready"; }

ready_releases() { for folder in "$PREFIX"/releases/*; do ! is_ready "$folder" || printf '%s\n' "$folder"; done; }

release_marked() {
    for folder in $(ready_releases); do
        if [ "$(cat "$folder/.ready")" = "$1" ]; then printf '%s\n' "$folder"; return 0; fi
    done
}

release_before() { ready_releases | grep -vxF "$1" | awk -v now="$1" '$0 < now' | tail -n 1; }

forget_unready() {
    for folder in "$PREFIX"/releases/*; do
        if [ -d "$folder" ] && ! is_ready "$folder"; then run rm -rf "$folder"; fi
    done
}

switch_to() {
    run ln -sfn "$1" "$PREFIX/current.new"
    run mv -T "$PREFIX/current.new" "$PREFIX/current"
}

# Give a copy of the checkout the distribution's old name, which releases keep until every table takes both names
# (docs/decisions/14-distribution-name.md).
name_as_released() { run sed -i 's/^name = "overlook-referee"$/name = "overlook"/' "$1/pyproject.toml"; }

# Delete all backups of upgrades but the newest $KEEP. Only files with exactly such a name, directly in the folder, count.
forget_backups() {
    # shellcheck disable=SC2016
    as_table sh -c '
        cd "$1" && find . -maxdepth 1 -type f -regextype posix-extended \
            -regex "\./before-[0-9]{8}T[0-9]{6}Z(-[0-9]{8}T[0-9]{6}Z)?\.backup" -printf "%T@ %f\0" |
            sort -zn | head -zn "-$2" | cut -zd " " -f 2- | xargs -0r rm -f --' sh "$DATA.backups" "$KEEP"
}

forget_old() {
    ready_releases | head -n -"$KEEP" | while read -r folder; do
        [ "$folder" = "$(readlink "$PREFIX/current")" ] || run rm -rf "$folder"
    done
    if [ -d "$DATA.backups" ]; then run forget_backups; fi
}

# Print where to write the backup that is made before a release plays. A run that was cut off may have left one already.
backup_before() {
    kept=$DATA.backups/before-$(basename "$1")
    [ ! -e "$kept.backup" ] || kept=$kept-$(date -u +%Y%m%dT%H%M%SZ)
    printf '%s\n' "$kept.backup"
}
