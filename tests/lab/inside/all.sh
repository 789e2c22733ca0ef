#!/bin/sh
# All checks, in the machine. Each prints one line on the second serial line: `NAME ok WORDS` or `NAME failed WORDS`.
set -u

# Importing `overlook` first puts the packages that its wheel bundles on the import path.
with_the_release() {
    timeout "$1" /opt/overlook/current/.venv/bin/python -c \
        'import overlook, runpy, sys; runpy.run_path(sys.argv[1], run_name="__main__")' "$2"
}

echo "lab: the service, as the boot has left it"
python3 service.py boot
systemctl stop overlook
mkdir -p /run/lab /run/systemd/system/overlook.service.d
cp cpuinfo.conf /run/systemd/system/overlook.service.d/
systemctl daemon-reload
{ cat /proc/cpuinfo; echo "Revision	: c03115"; } >/run/lab/cpuinfo
mount --bind /run/lab/cpuinfo /proc/cpuinfo
echo "lab: buttons, light and buzzer on simulated pins"
sh pins.sh && with_the_release 600 panel.py
echo "lab: cameras"
sh vivid.sh plug && with_the_release 900 cameras.py
echo "lab: the service, with camera and panel"
python3 service.py devices
echo "lab: the service, ended in many ways"
python3 service.py ends
echo "end ok" >/dev/ttyS1
sync
poweroff -f -f
