#!/bin/sh
# A network of the table's own where there is none: run as root by overlook-hotspot.service for as long as the table
# wants it, which a file says. It waits first, so that a network that the machine knows goes before.
set -eu
ASKED=${OVERLOOK_POWER:-/run/overlook}
STATE=${OVERLOOK_HOTSPOT:-/run/overlook-hotspot}
KEPT=${OVERLOOK_HOTSPOT_KEPT:-/etc/overlook/hotspot}
WAIT_S=${OVERLOOK_HOTSPOT_WAIT_S:-60}
LOOK_S=${OVERLOOK_HOTSPOT_LOOK_S:-5}
NAME=overlook-hotspot

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
        (umask 077; printf 'Overlook-%s\n%s\n' "$(hostname | cut -c 1-20)" "$letters" >"$KEPT.new")
        mv "$KEPT.new" "$KEPT"
    fi
    ssid=$(sed -n 1p "$KEPT") password=$(sed -n 2p "$KEPT")
}

off() {
    if is_on; then nmcli connection down "$NAME" >/dev/null || true; fi
    tell off
}

umask 022
mkdir -p "$STATE"
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
        elif nmcli device wifi hotspot ifname "$device" con-name "$NAME" ssid "$ssid" password "$password" >/dev/null; then
            tell on "$ssid" "$password"
        else
            tell without "NetworkManager did not open it: 'journalctl -u NetworkManager' says why"
        fi
        waited=0
    fi
    sleep "$LOOK_S"
done
off
