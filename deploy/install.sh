#!/bin/sh
# Install the table as a service that starts by itself: `sudo sh deploy/install.sh` in a checkout.
#   --dry-run    say what would be done, and do nothing
#   --screen     show the page on the screen, --no-screen not; else: when one is attached and no desktop runs on it
#   --rollback   go back to the release before this one
#   --units      take the service's own files of this release, and nothing else
#   --uninstall  remove the program; games, calibrations and settings stay
# Raspberry Pi OS and Debian, bookworm or trixie. Run it again to upgrade; cut off half-way, run it again.
set -eu
cd "$(dirname "$0")/.."

# A folder in place of the whole system, for tests.
ROOT=${OVERLOOK_ROOT:-}
PREFIX=$ROOT/opt/overlook
DATA=$ROOT/var/lib/overlook
SETTINGS=$ROOT/etc/overlook
UNITS=$ROOT/etc/systemd/system
AVAHI=$ROOT/etc/avahi/services/overlook.service
JOURNALD=$ROOT/etc/systemd/journald.conf.d/overlook.conf
COMMAND=$ROOT/usr/local/bin/overlook
HOTSPOT=$ROOT/etc/NetworkManager/system-connections/overlook-hotspot.nmconnection
POWER="poweroff reboot"
HEARD="overlook-power@ overlook-update overlook-hotspot"
ASKED="overlook-update overlook-hotspot $(printf 'overlook-power@%s ' $POWER)"

say() { printf 'install: %s\n' "$*"; }
stop() { printf 'install: %s\n' "$*" >&2; exit 2; }
# shellcheck source=deploy/releases.sh
. deploy/releases.sh
run() { if [ "$dry" = yes ]; then printf 'would run: %s\n' "$*" >&3; else "$@"; fi; }
exec 3>&1

dry=no screen=maybe want=install
for option in "$@"; do
    case $option in
    --dry-run) dry=yes ;;
    --screen) screen=yes ;;
    --no-screen) screen=no ;;
    --rollback) want=rollback ;;
    --units) want=units ;;
    --uninstall) want=uninstall ;;
    *) stop "'$option' is not known: --dry-run, --screen, --no-screen, --rollback, --units or --uninstall" ;;
    esac
done
[ "$dry" = yes ] || [ "$(id -u)" -eq 0 ] || stop "must be root: run 'sudo sh deploy/install.sh $*'"
[ "$(getconf LONG_BIT)" = 64 ] || stop "this is a 32-bit system, for which some packages have no build: write the 64-bit Raspberry Pi OS to the card"
command -v apt-get >/dev/null || stop "there is no apt-get here: this installs on Raspberry Pi OS and Debian"

on_a_pi() { [ -r /proc/device-tree/model ] && tr -d '\0' </proc/device-tree/model | grep -q 'Raspberry Pi'; }
# Camera and pins come with the system, on a Pi or wherever somebody installed them: the venv must see them.
brings_devices() { on_a_pi || python3 -c 'import libcamera' 2>/dev/null || python3 -c 'import lgpio' 2>/dev/null; }
screen_attached() { grep -qsx connected /sys/class/drm/card*-*/status; }
desktop_there() { [ -e "$UNITS/display-manager.service" ]; }
booted() { [ -d "$ROOT/run/systemd/system" ]; }
group_there() { getent group "$1" >/dev/null; }

restart() {
    if booted; then
        run systemctl daemon-reload
        run systemctl enable overlook.service
        if [ "$want" != rollback ]; then
            for asked in $ASKED; do run systemctl enable --now "$asked.path"; done
        fi
        run systemctl restart overlook.service
    else
        say "systemd does not run here: the service starts at the next boot"
        run mkdir -p "$UNITS/multi-user.target.wants"
        run ln -sfn ../overlook.service "$UNITS/multi-user.target.wants/overlook.service"
        if [ "$want" != rollback ]; then
            for asked in $ASKED; do
                case $asked in *@*) unit=${asked%@*}@ ;; *) unit=$asked ;; esac
                run ln -sfn "../$unit.path" "$UNITS/multi-user.target.wants/$asked.path"
            done
        fi
    fi
}

uninstall() {
    for unit in overlook overlook-screen; do
        if booted && [ -e "$UNITS/$unit.service" ]; then run systemctl disable --now "$unit.service"; fi
        run rm -f "$UNITS/$unit.service" "$UNITS/multi-user.target.wants/$unit.service"
    done
    for asked in $ASKED; do
        if booted && [ -e "$UNITS/overlook-power@.path" ]; then run systemctl disable --now "$asked.path" || true; fi
        run rm -f "$UNITS/multi-user.target.wants/$asked.path"
    done
    for heard in $HEARD; do run rm -f "$UNITS/$heard.path" "$UNITS/$heard.service"; done
    if command -v nmcli >/dev/null; then run nmcli connection delete overlook-hotspot >/dev/null 2>&1 || true; fi
    run rm -f "$AVAHI" "$JOURNALD" "$COMMAND" "$HOTSPOT"
    run rm -rf "$PREFIX"
    if [ -d "$DATA.backups" ]; then run rmdir --ignore-fail-on-non-empty "$DATA.backups"; fi
    if booted; then
        run systemctl daemon-reload
        # A service that had to be killed stays listed as failed.
        run systemctl reset-failed 'overlook*' 2>/dev/null || true
    fi
    say "removed. Games and calibrations stay in $DATA, backups of upgrades in $DATA.backups, settings in $SETTINGS, owned by the user 'overlook'"
}

rollback() {
    now=$(readlink "$PREFIX/current") || stop "nothing is installed in $PREFIX"
    before=$(release_before "$now")
    [ -n "$before" ] || stop "there is no release before $(basename "$now")"
    run rm -f "$PREFIX/update-state"
    switch_to "$before"
    restart
    say "back to $(basename "$before"); games and settings were not touched"
}

look_for_screen() {
    [ "$screen" = maybe ] || return 0
    screen=no
    screen_attached || return 0
    if desktop_there; then
        say "a desktop runs on the screen: open http://localhost:8000/ in it"
    else
        screen=yes
        say "a screen is attached: it will show the page (--no-screen leaves it alone)"
    fi
}

parts() {
    packages="python3 python3-venv avahi-daemon ffmpeg espeak-ng"
    if on_a_pi; then packages="$packages python3-picamera2 python3-lgpio"; fi
    if [ "$screen" = yes ]; then packages="$packages cage chromium kbd"; fi
    missing=
    for package in $packages; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "installing$missing"
    run apt-get update -q >/dev/null
    # shellcheck disable=SC2086
    run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 $missing >/dev/null ||
        stop "could not install$missing: run 'apt-get install$missing' and see why"
}

account() {
    if ! getent passwd overlook >/dev/null; then
        run useradd --system --user-group --home-dir "$DATA" --shell /usr/sbin/nologin overlook
    fi
    for group in video gpio render input audio; do
        if group_there "$group"; then run usermod -a -G "$group" overlook; fi
    done
    run install -d -o overlook -g overlook -m 0750 "$DATA" "$DATA.backups"
    run install -d -o root -g overlook -m 0755 "$SETTINGS"
    if [ ! -e "$SETTINGS/overlook.toml" ]; then
        run install -o root -g overlook -m 0640 deploy/overlook.toml "$SETTINGS/overlook.toml"
        # Where a screen shows the PIN nobody needs to be the first.
        if [ "$screen" = yes ]; then run sed -i 's/^claim = true/claim = false/' "$SETTINGS/overlook.toml"; fi
    fi
}

fingerprint() {
    find calibration deploy docs geometry hardware messages simulation overlook referee venue vision web README.md CHANGELOG.md \
        constraints.txt pyproject.toml LICENSE -type f ! -name '*.pyc' -exec cksum {} + | sort | cksum | cut -d ' ' -f 1
}

release() {
    mark=$(fingerprint)
    found=$(release_marked "$mark")
    if [ -n "$found" ]; then
        say "this version is built already: $(basename "$found")"
        return 0
    fi
    found=$PREFIX/releases/$(date -u +%Y%m%dT%H%M%SZ)
    say "building $found (a minute or two)"
    run mkdir -p "$PREFIX/releases"
    forget_unready
    run mkdir "$found"
    run cp -R calibration deploy docs geometry hardware messages simulation overlook referee venue vision web README.md LICENSE \
        CHANGELOG.md constraints.txt pyproject.toml "$found/"
    name_as_released "$found"
    site=
    if brings_devices; then site=--system-site-packages; fi
    run python3 -m venv $site "$found/.venv"
    run "$found/.venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        -c "$found/constraints.txt" "$found[venue,obs]" || stop "pip could not install: check the network and the disk"
    # Debian's simplejpeg (bookworm) was built for numpy 1; picamera2 needs it for the numpy of this venv.
    if on_a_pi && grep -q bookworm /etc/os-release; then
        run "$found/.venv/bin/python" -m pip install --quiet --ignore-installed --no-deps simplejpeg
    fi
    run "$found/.venv/bin/python" -m compileall -q "$found/.venv/lib" || true
    run "$found/.venv/bin/overlook" --version
    if [ "$dry" = no ]; then printf '%s' "$mark" >"$found/.ready"; fi
}

keep_games() {
    [ "$(readlink "$PREFIX/current")" != "$found" ] || return 0
    [ -x "$PREFIX/current/.venv/bin/overlook" ] && [ -n "$(ls -A "$DATA" 2>/dev/null)" ] || return 0
    # A session of its own: a program of that user must not type into root's terminal.
    run as_table setsid --wait "$PREFIX/current/.venv/bin/overlook" backup "$(backup_before "$found")" \
        --settings "$SETTINGS/overlook.toml" >/dev/null || stop "the games could not be backed up: nothing was changed"
}

units() {
    groups=
    for group in video gpio render audio; do if group_there "$group"; then groups="$groups $group"; fi; done
    if [ "$dry" = yes ]; then
        printf 'would write: %s\n' "$UNITS/overlook.service"
    else
        mkdir -p "$UNITS"
        sed "s/^@GROUPS@\$/SupplementaryGroups=${groups# }/" deploy/systemd/overlook.service >"$UNITS/overlook.service.new"
        mv "$UNITS/overlook.service.new" "$UNITS/overlook.service"
    fi
    for heard in $HEARD; do
        for kind in path service; do run install -m 0644 "deploy/systemd/$heard.$kind" "$UNITS/$heard.$kind"; done
    done
    # What takes other versions is no part of a release, so that it can judge one that does not start.
    run rm -rf "$PREFIX/updater/systemd"
    run mkdir -p "$PREFIX/updater"
    run install -m 0644 deploy/releases.sh deploy/build_release.sh deploy/update.sh deploy/hotspot.sh "$PREFIX/updater/"
    run cp -R deploy/systemd "$PREFIX/updater/"
    if [ "$screen" = yes ]; then
        run install -m 0644 deploy/systemd/overlook-screen.service "$UNITS/overlook-screen.service"
        if booted; then run systemctl enable overlook-screen.service; fi
    fi
    run install -D -m 0644 deploy/systemd/journald-overlook.conf "$JOURNALD"
    run install -D -m 0644 deploy/avahi/overlook.service "$AVAHI"
    port=$(sed -n 's/^port *= *\([0-9][0-9]*\).*/\1/p' "$SETTINGS/overlook.toml" 2>/dev/null | head -n 1)
    if [ -n "$port" ]; then
        run sed -i "s|<port>[0-9]*</port>|<port>$port</port>|" "$AVAHI"
    fi
    if [ "$dry" = yes ]; then
        printf 'would write: %s\n' "$COMMAND"
    else
        # Whoever types `overlook` means this table, with its settings.
        rm -f "$COMMAND"
        mkdir -p "$(dirname "$COMMAND")"
        # shellcheck disable=SC2016
        printf '#!/bin/sh\nOVERLOOK_SETTINGS=${OVERLOOK_SETTINGS:-%s} exec %s "$@"\n' "$SETTINGS/overlook.toml" \
            "$PREFIX/current/.venv/bin/overlook" >"$COMMAND"
        chmod 0755 "$COMMAND"
    fi
}

case $want in
uninstall) uninstall ;;
rollback) rollback ;;
units)
    account
    units
    restart
    say "the service runs by the files of this release"
    ;;
install)
    look_for_screen
    parts
    account
    release
    keep_games
    units
    run rm -f "$PREFIX/update-state"
    switch_to "$found"
    restart
    forget_old
    say "done: open http://$(hostname).local:${port:-8000}/ on a phone in this network, within ten minutes to make it yours"
    ;;
esac
