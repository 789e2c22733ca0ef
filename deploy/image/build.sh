#!/bin/sh
# Build an image for a card: `sh deploy/image/build.sh rpi5 ~/.ssh/id_ed25519.pub`, in a checkout.
#   DEVICE    rpi5 or rpi4
#   KEY       the public key that may log in as `club`; passwords are not taken
# Needs Raspberry Pi's rpi-image-gen (github.com/raspberrypi/rpi-image-gen, its install_deps.sh run once) on the path, or
# where RPI_IMAGE_GEN says, on a 64-bit Raspberry Pi OS or Debian: half an hour on a Pi 5. The image lies in its work folder.
set -eu
device=${1:-} key=${2:-}
checkout=$(cd "$(dirname "$0")/../.." && pwd)
program=${RPI_IMAGE_GEN:-rpi-image-gen}
stop() { printf 'image: %s\n' "$*" >&2; exit 2; }
case $device in rpi4 | rpi5) ;; *) stop "say the device first: rpi5 or rpi4" ;; esac
[ -s "$key" ] || stop "then the file of a public key: nobody could log in without one"
case $(head -c 4 "$key") in ssh-* | ecds | sk-*) ;; *) stop "$key is no public key of OpenSSH" ;; esac
command -v "$program" >/dev/null || stop "there is no $program: fetch Raspberry Pi's rpi-image-gen and put it on the path"
exec "$program" build -S "$checkout/deploy/image" -c overlook.yaml -- \
    IGconf_device_layer="$device" IGconf_ssh_pubkey_user1="$(cat "$key")" IGconf_overlook_checkout="$checkout"
