#!/bin/sh
# `vivid.sh plug`: a video device whose input is wired to its own output, on which the pictures of /srv/lab run round and
# round, or those of the file LAB_FRAMES. It is /dev/table once all is set, for what is open cannot be set any more.
# `vivid.sh unplug`: it is gone, as when a cable is pulled.
set -eu
stop_writer() { if [ -e /run/lab/writer ]; then kill "$(cat /run/lab/writer)" 2>/dev/null || true; fi; }
case $1 in
plug)
    # A device that is bound again is no longer wired to its output: the module is taken out, once nobody holds it.
    while [ -d /sys/module/vivid ] && ! rmmod vivid 2>/dev/null; do sleep 0.2; done
    # Without crop and scaler: scaling what is wired back reads beyond its buffer and takes the kernel down (7.3.4).
    modprobe vivid num_inputs=1 input_types=0x3 num_outputs=1 output_types=0x1 node_types=0x101 \
        ccs_cap_mode=0 ccs_out_mode=0
    udevadm settle
    v4l2-ctl -d /dev/video0 --set-edid=type=hdmi -c hdmi_000_0_is_connected_to=2
    # Nothing is written over the pictures.
    v4l2-ctl -d /dev/video0 -c osd_text_mode=2
    v4l2-ctl -d /dev/video1 --set-dv-bt-timings index=3
    v4l2-ctl -d /dev/video1 --set-fmt-video-out=pixelformat=BGR3
    nohup v4l2-ctl -d /dev/video1 --stream-out-mmap=4 --stream-from="${LAB_FRAMES:-/srv/lab/frames.bgr}" --stream-loop \
        >/run/lab/writer.log 2>&1 &
    echo $! >/run/lab/writer
    # The input finds its size once the pictures run.
    until v4l2-ctl -d /dev/video0 --set-dv-bt-timings query; do sleep 0.2; done
    v4l2-ctl -d /dev/video0 --set-fmt-video=pixelformat=BGR3
    ln -s video0 /dev/table
    ;;
unplug)
    rm -f /dev/table
    stop_writer
    echo vivid.0 >/sys/bus/platform/drivers/vivid/unbind
    ;;
esac
