#!/bin/sh
# Try this checkout on a bare Debian: `sh deploy/fresh_root.sh trixie make setup`. Needs root and mmdebstrap.
# The root has python3, make and certificates, nothing else; the committed tree is copied in; it is removed afterwards
# unless KEEP_ROOT names a folder to keep it in. The machine's own network settings (resolver, certificates, apt and
# pip configuration) are lent to it.
set -eu
suite=${1:?say the suite first: bookworm or trixie}
shift
[ "$(id -u)" -eq 0 ] || { echo "fresh_root: must be root: run 'sudo sh deploy/fresh_root.sh $suite $*'" >&2; exit 2; }
command -v mmdebstrap >/dev/null || { echo "fresh_root: no mmdebstrap: run 'apt-get install mmdebstrap'" >&2; exit 2; }
command -v unshare >/dev/null || { echo "fresh_root: no unshare: run 'apt-get install util-linux'" >&2; exit 2; }
checkout=$(cd "$(dirname "$0")/.." && pwd)

if [ -z "${FRESH_ROOT:-}" ]; then
    root=${KEEP_ROOT:-$(mktemp -d)}
    leave() { [ -n "${KEEP_ROOT:-}" ] || rm -rf --one-file-system "$root"; }
    trap leave EXIT
    trap 'exit 130' INT TERM
    # Whatever is mounted in the root, mmdebstrap's own too, is mounted where only its processes see it: whoever removes
    # the root finds empty folders there.
    FRESH_ROOT=$root unshare --mount --propagation private sh "$0" "$suite" "$@"
    exit
fi

root=$FRESH_ROOT
if [ ! -x "$root/usr/bin/make" ]; then
    mmdebstrap --quiet --variant=minbase --include=python3,make,ca-certificates "$suite" "$root"
fi
for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
    [ -r "$file" ] && mkdir -p "$root$(dirname "$file")" && cp -L "$file" "$root$file"
done
for file in /etc/apt/apt.conf.d/99*; do [ -r "$file" ] && cp "$file" "$root$file"; done
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mkdir -p "$root/srv/overlook"
git -C "$checkout" archive HEAD | tar -x -C "$root/srv/overlook"
exec chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    PIP_DEFAULT_TIMEOUT=180 sh -c 'cd /srv/overlook && exec "$@"' sh "$@"
