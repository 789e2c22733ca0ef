#!/bin/sh
# A chip with 32 simulated pins; each has a file that pulls it and one that says what drives it.
set -eu
modprobe gpio-sim
mkdir -p /sys/kernel/config/gpio-sim/pi/bank0
echo 32 >/sys/kernel/config/gpio-sim/pi/bank0/num_lines
echo 1 >/sys/kernel/config/gpio-sim/pi/live
udevadm settle
