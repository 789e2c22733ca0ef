#!/bin/sh
# A network of the table's own where there is none: run as root by overlook-hotspot.service for as long as the table
# wants it, which a file says. It waits first, so that a network that the machine knows goes before.
set -eu
ASKED=${OVERLOOK_POWER:-/run/overlook}
STATE=${OVERLOOK_HOTSPOT:-/run/overlook-hotspot}
KEPT=${OVERLOOK_HOTSPOT_KEPT:-/etc/overlook/hotspot}
PROFILES=${OVERLOOK_HOTSPOT_PROFILES:-/etc/NetworkManager/system-connections}
WAIT_S=${OVERLOOK_HOTSPOT_WAIT_S:-60}
LOOK_S=${OVERLOOK_HOTSPOT_LOOK_S:-5}
NAME=overlook-hotspot
UUID=7c1d5a52-0c4e-4b39-9a53-2f6e1d7a90c8
PROFILE=$PROFILES/$NAME.nmconnection

wanted() { [ -e "$ASKED/hotspot" ]; }

tell() {
    printf '%s\n' "$@" >"$STATE/state.new"
    chgrp overlook "$STATE/state.new" 2>/dev/null || true
    chmod 0640 "$STATE/state.new"
    mv "$STATE/state.new" "$STATE/state"
}

# Any network but the table's own: a cable, a Wi-Fi that the machine knows, a modem.
has_network() {
    nmcli -t -f TYPE,STATE,CONNECTION device | grep -v ":$NAME\$" | grep -qE '^(ethernet|wifi|gsm):connected'
}

is_on() { nmcli -t -f NAME connection show --active | grep -qx "$NAME"; }

wifi() { nmcli -t -f DEVICE,TYPE device | sed -n 's/:wifi$//p' | head -n 1; }

# Its name and password are made once and stay, so that a phone that has joined joins again.
words() {
    if [ ! -s "$KEPT" ]; then
        letters=$(LC_ALL=C tr -dc 'a-hjkmnp-z2-9' </dev/urandom | head -c 10)
        printf 'Overlook-%s\n%s\n' "$(hostname | cut -c 1-20)" "$letters" >"$KEPT.new"
        mv "$KEPT.new" "$KEPT"
    fi
    ssid=$(sed -n 1p "$KEPT") password=$(sed -n 2p "$KEPT")
}

# A value of a key file as GLib reads it: spaces are escaped, as it drops those at the beginning.
keyfile_text() { printf '%s' "$1" | LC_ALL=C sed 's/\\/\\\\/g; s/ /\\s/g; s/\t/\\t/g'; }
# A network's name is any bytes: written as a list of numbers, no letter of it has a meaning for the key file.
keyfile_bytes() { printf '%s' "$1" | od -An -v -tu1 | tr -s ' \n' ';' | sed 's/^;//'; }

# Write the connection, with its password, for NetworkManager. Arguments of a command can be read by everybody on the
# machine; this file by root alone. NetworkManager ignores names that begin with a dot.
write_profile() {
    new=$PROFILES/.$NAME.new
    rm -f "$new"
    {
        printf '[connection]\nid=%s\nuuid=%s\ntype=wifi\nautoconnect=false\ninterface-name=%s\n' "$NAME" "$UUID" "$1"
        printf '\n[wifi]\nmode=ap\nssid=%s\n' "$(keyfile_bytes "$ssid")"
        printf '\n[wifi-security]\nkey-mgmt=wpa-psk\nproto=rsn;\npairwise=ccmp;\ngroup=ccmp;\npsk=%s\n' \
            "$(keyfile_text "$password")"
        printf '\n[ipv4]\nmethod=shared\n\n[ipv6]\nmethod=ignore\n'
    } >"$new" && mv "$new" "$PROFILE"
}

# Versions up to 0.2.0 let NetworkManager make a connection of the same name.
forget_earlier() {
    grep -qsxF "uuid=$UUID" "$PROFILE" || nmcli connection delete "$NAME" >/dev/null 2>&1 || true
}

open_hotspot() {
    forget_earlier
    write_profile "$1" && nmcli connection load "$PROFILE" >/dev/null &&
        nmcli connection up uuid "$UUID" ifname "$1" >/dev/null
}

off() {
    if is_on; then nmcli connection down "$NAME" >/dev/null || true; fi
    tell off
}

umask 022
mkdir -p "$STATE"
# Whatever is written from here on has the password in it.
umask 077
if ! command -v nmcli >/dev/null || ! nmcli -t -f RUNNING general 2>/dev/null | grep -qx running; then
    tell without "this system has no NetworkManager: a hotspot of its own needs it"
    while wanted; do sleep "$LOOK_S"; done
    exit 0
fi
trap 'off; exit 0' TERM INT
words
waited=0
while wanted; do
    if is_on; then
        tell on "$ssid" "$password"
    elif has_network; then
        waited=0
        tell ready "$ssid" "$password"
    elif [ "$waited" -lt "$WAIT_S" ]; then
        waited=$((waited + LOOK_S))
        tell waiting "$ssid" "$password"
    else
        device=$(wifi)
        if [ -z "$device" ]; then
            tell without "this machine has no Wi-Fi of its own"
        elif open_hotspot "$device"; then
            tell on "$ssid" "$password"
        else
            tell without "NetworkManager did not open it: 'journalctl -u NetworkManager' says why"
        fi
        waited=0
    fi
    sleep "$LOOK_S"
done
off
