# Read by install.sh and update.sh: releases side by side below $PREFIX/releases, the one that plays by one link.
# One that is whole has a mark in `.ready`: what it was built from. Whoever reads this says what `run` does.

KEEP=3

ready_releases() { for folder in "$PREFIX"/releases/*; do [ ! -e "$folder/.ready" ] || printf '%s\n' "$folder"; done; }

release_marked() {
    for folder in $(ready_releases); do
        if [ "$(cat "$folder/.ready")" = "$1" ]; then printf '%s\n' "$folder"; return 0; fi
    done
}

release_before() { ready_releases | grep -vxF "$1" | awk -v now="$1" '$0 < now' | tail -n 1; }

forget_unready() {
    for folder in "$PREFIX"/releases/*; do
        if [ -d "$folder" ] && [ ! -e "$folder/.ready" ]; then run rm -rf "$folder"; fi
    done
}

switch_to() {
    run ln -sfn "$1" "$PREFIX/current.new"
    run mv -T "$PREFIX/current.new" "$PREFIX/current"
}

forget_old() {
    ready_releases | head -n -"$KEEP" | while read -r folder; do
        [ "$folder" = "$(readlink "$PREFIX/current")" ] || run rm -rf "$folder"
    done
    [ -d "$DATA.backups" ] || return 0
    find "$DATA.backups" -name 'before-*.backup' -printf '%T@ %p\n' | sort -n | head -n -"$KEEP" |
        while read -r _ file; do run rm -f "$file"; done
}

# Where the back-up goes that is made before a release plays; there may be one already, of a run that was cut off.
backup_before() {
    kept=$DATA.backups/before-$(basename "$1")
    [ ! -e "$kept.backup" ] || kept=$kept-$(date -u +%Y%m%dT%H%M%SZ)
    printf '%s\n' "$kept.backup"
}
