#!/bin/sh
# Put the table into the root file system of a card that is being built: `sh deploy/image/into_root.sh ROOT CHECKOUT`.
# What is committed in the checkout is installed by its own install.sh; nothing that a running table makes is left.
set -eu
root=${1:?say the root first} checkout=${2:?then the checkout}
[ -x "$root/usr/bin/python3" ] || { echo "into_root: $root has no python3: it is no root of a card" >&2; exit 2; }
mkdir -p "$root/srv/overlook"
git -C "$checkout" archive HEAD | tar -x -C "$root/srv/overlook"
chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    sh /srv/overlook/deploy/install.sh --no-screen
rm -rf "$root/srv/overlook" "$root/root/.cache"
# Each card is a table of its own: keys, claim and the hotspot's password are made at its first boot.
find "$root/var/lib/overlook" -mindepth 1 -delete
rm -f "$root/etc/overlook/hotspot"
