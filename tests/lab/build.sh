#!/bin/sh
# Make the lab's machine from this checkout: `sh tests/lab/build.sh FOLDER`, or `... --able` to ask whether it can be made.
# FOLDER/root is a Debian trixie with the kernel and libcamera of trixie-backports; it is made once, in stages, and kept:
# cut off half-way, run it again. Packages come from the Debian mirror of this host's apt sources, or from
# OVERLOOK_LAB_MIRROR. FOLDER/disk.img is that root with this checkout installed by its own deploy/install.sh;
# FOLDER/kernel and FOLDER/initrd start it. The pictures that its cameras show come from FOLDER/pictures.
set -eu
checkout=$(cd "$(dirname "$0")/../.." && pwd)
lab=$checkout/tests/lab
say() { printf 'lab: %s\n' "$*" >&2; }
stop() { say "$*"; exit 2; }

TRIXIE=ca-certificates,python3,python3-venv,python3-pip,python3-dev,gcc,libc6-dev,libcap-dev,swig,make,systemd,systemd-sysv,dbus,initramfs-tools,kmod,udev,iproute2,procps,avahi-daemon,ffmpeg
BACKPORTS="linux-image-amd64 libcamera-tools libcamera-ipa python3-libcamera v4l-utils"
# What Raspberry Pi OS brings by apt; Debian has neither.
BROUGHT="lgpio==0.2.2.0 picamera2==0.3.38"

from_apt() {
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1
}

mirror() {
    found=${OVERLOOK_LAB_MIRROR:-$(from_apt)}
    [ -n "$found" ] || { apt-get update -q >>"$folder/build.log" 2>&1 && found=$(from_apt); }
    [ -n "$found" ] || stop "the apt of this host has no Debian mirror: say one in OVERLOOK_LAB_MIRROR"
    printf '%s' "${found%/}"
}

able() {
    [ "$(uname -m)" = x86_64 ] || stop "not run: the machine is built for x86_64, this is $(uname -m)"
    [ "$(id -u)" -eq 0 ] || stop "not run: building a root needs root"
    memory_mb=$(awk '/MemAvailable/ {print int($2 / 1024)}' /proc/meminfo)
    [ "$memory_mb" -ge 4096 ] || stop "not run: it needs 4096 MB of free memory, here are $memory_mb"
    mkdir -p "$folder"
    disk_mb=$(df -Pm "$folder" | awk 'NR == 2 {print $4}')
    [ "$disk_mb" -ge 9000 ] || stop "not run: it needs 9000 MB in $folder, here are $disk_mb"
    mount --bind "$folder" "$folder" 2>/dev/null || stop "not run: nothing can be mounted here"
    umount "$folder"
    for tool in qemu-system-x86_64 mmdebstrap mke2fs; do
        command -v "$tool" >/dev/null || missing=yes
    done
    [ -z "${missing:-}" ] || { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
        --no-install-recommends qemu-system-x86 mmdebstrap e2fsprogs; } >/dev/null 2>&1 ||
        stop "not run: qemu-system-x86, mmdebstrap or e2fsprogs is missing and apt-get could not install it"
}

case ${1:-} in
--able) folder=${2:?say the folder}; able; exit 0 ;;
'') stop "say the folder: sh tests/lab/build.sh FOLDER" ;;
esac
folder=$1
able
root=$folder/root
new=$folder/installed

leave() { for place in "$root" "$new"; do unmount "$place"; done; }
unmount() {
    for point in dev proc; do
        while mountpoint -q "$1/$point"; do umount -R -l "$1/$point" || stop "$1/$point is still mounted: unmount it"; done
    done
}
trap leave EXIT
trap 'exit 130' INT TERM
leave

inside() {
    place=$1
    shift
    mount -t proc proc "$place/proc"
    mount --rbind /dev "$place/dev"
    mount --make-rslave "$place/dev"
    done=0
    chroot "$place" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive PIP_DEFAULT_TIMEOUT=180 PIP_ROOT_USER_ACTION=ignore "$@" \
        >>"$folder/build.log" 2>&1 || done=$?
    unmount "$place"
    [ "$done" -eq 0 ] || stop "'$*' failed: see the end of $folder/build.log"
}

# stage NAME WORDS COMMAND...: once for each text of this script; a stage that was cut off is done again.
stage() {
    name=$1 words=$2
    shift 2
    if [ -e "$folder/stage-$name" ]; then return 0; fi
    say "$words"
    "$@"
    : >"$folder/stage-$name"
}

base() {
    leave
    rm -rf --one-file-system "$root"
    from=$(mirror)
    mmdebstrap --quiet --variant=minbase --include="$TRIXIE" trixie "$root" "$from" >>"$folder/build.log" 2>&1 ||
        stop "mmdebstrap failed: see the end of $folder/build.log"
    for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
        if [ -r "$file" ]; then mkdir -p "$root$(dirname "$file")" && cp -L "$file" "$root$file"; fi
    done
    for file in /etc/apt/apt.conf.d/99*; do [ ! -r "$file" ] || cp "$file" "$root$file"; done
    echo "deb $from trixie-backports main" >"$root/etc/apt/sources.list.d/backports.list"
}

kernel() {
    inside "$root" apt-get update -q
    # shellcheck disable=SC2086
    inside "$root" apt-get install -y -q --no-install-recommends -t trixie-backports $BACKPORTS
}

brought() {
    cp "$checkout/constraints.txt" "$root/srv/constraints.txt"
    # shellcheck disable=SC2086
    inside "$root" env PYPI=1 python3 -m pip install -q --break-system-packages -c /srv/constraints.txt $BROUGHT
    # Raspberry Pi OS has the group and these rules; Debian has not.
    inside "$root" groupadd --system gpio
    cp "$lab/inside/99-pi.rules" "$root/etc/udev/rules.d/"
    inside "$root" apt-get purge -y -q gcc swig libcap-dev python3-dev
    inside "$root" apt-get autoremove -y -q --purge
    inside "$root" apt-get clean
}

mkdir -p "$folder"
key=$(cat "$0" "$lab/inside/99-pi.rules" "$checkout/constraints.txt" | cksum)
if [ "$(cat "$folder/key" 2>/dev/null)" != "$key" ]; then
    rm -f "$folder"/stage-* "$folder/build.log"
    printf '%s\n' "$key" >"$folder/key"
fi
stage base "a bare trixie (1-2 minutes)" base
stage kernel "kernel and libcamera of trixie-backports (1-3 minutes)" kernel
stage brought "lgpio and picamera2, as Raspberry Pi OS brings them (1 minute)" brought

say "deploy/install.sh in it (1-2 minutes)"
rm -rf --one-file-system "$new" "$folder/disk.img"
cp -a --reflink=auto "$root" "$new"
mkdir -p "$new/srv/overlook" "$new/srv/lab/pictures"
git -C "$checkout" archive HEAD | tar -x -C "$new/srv/overlook"
cp "$folder"/pictures/* "$new/srv/lab/"
mv "$new"/srv/lab/*.jpg "$new/srv/lab/pictures/"
inside "$new" sh /srv/overlook/deploy/install.sh
# What the checks need lies beside what install.sh wrote; the kernel's command line says which unit of the lab a boot starts.
for unit in table checks first-boot; do
    install -m 0644 "$lab/inside/lab-$unit.service" "$new/etc/systemd/system/lab-$unit.service"
done
echo table >"$new/etc/hostname"
install -D -m 0644 "$lab/inside/virtual.yaml" "$new/usr/share/libcamera/pipeline/virtual/virtual.yaml"

say "its disk"
cp -L "$new"/boot/vmlinuz-* "$folder/kernel"
cp -L "$new"/boot/initrd.img-* "$folder/initrd"
truncate -s 6G "$folder/disk.part"
mke2fs -q -t ext4 -d "$new" -F "$folder/disk.part"
mv "$folder/disk.part" "$folder/disk.img"
rm -rf --one-file-system "$new"
