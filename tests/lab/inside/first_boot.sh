#!/bin/sh
# Nothing is done to the table: its cable is plugged in, and a camera before which who is outside holds something.
set -eu
shown=/run/lab/shown
for cable in /sys/class/net/e*; do
    ip address add 10.0.2.15/24 dev "${cable##*/}"
    ip link set "${cable##*/}" up
    ip route add default via 10.0.2.2
done
mkdir -p /run/lab
mkfifo "$shown"
python3 shown.py "$shown" &
LAB_FRAMES=$shown sh vivid.sh plug
echo "camera ok /dev/video0" >/dev/ttyS1
# The end of this would be the end of what shows the pictures.
wait
