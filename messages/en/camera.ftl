### Cameras: devices, network cameras, video and image files

## State of the table's camera, as the health page shows it

camera-opening = The camera is opening. The first image follows within seconds.
camera-running = The camera is sending images.
camera-dark = The camera's images are dark. Is the lens covered, or the light off?
camera-looping = The images of the file or folder are shown again and again.
camera-ended = All images have been shown, and the last one stays. To show them again and again, write loop: before the path in camera.source.
camera-closed = The camera was closed on request.
# $seconds: how long the image has not changed.
camera-frozen = { NAME($camera) }: the same image for { DECIMAL($seconds) } s. The camera is being reopened. If this continues, unplug its cable and plug it in again.
# $seconds: how long no image has arrived.
camera-stalled = { NAME($camera) }: no image for { DECIMAL($seconds, digits: 0) } s. The camera is being reopened. If this continues, unplug its cable and plug it in again.
camera-stopped = { NAME($camera) }: no more images. The camera is being reopened. If this continues, unplug its cable and plug it in again.
# An error that the program does not know. $kind: its name in Python; $fault: its text, in English.
camera-crashed = { NAME($camera) }: unexpected error in the camera's driver ({ $kind }: { $fault }).

# A camera's name, and one of the messages above.
camera-line = { $camera }: { $line }

## Opening and reading

camera-not-open = { NAME($camera) }: the camera is not open. Open it first.
camera-not-found = { NAME($camera) }: no such camera. Plug it in, or choose one of these: { LIST($found, last: "or") }.
camera-none-found = { NAME($camera) }: no such camera, and no other video device. Plug it in.
# $remedy: one of the messages below that begin with camera-remedy.
camera-cannot-open = { NAME($camera) }: the camera cannot be opened. { $remedy }
camera-no-first-image = { NAME($camera) }: the camera opens but sends no image. { $remedy }
camera-images-ended = { NAME($camera) }: the camera sends no more images. { $remedy }
# The size of an image, and the largest one that is read, in millions of pixels.
camera-image-too-large = { NAME($camera) }: images of { $width } x { $height } pixels are too large (at most { $most } megapixels). Choose a smaller mode.
# $fault: the error of the library OpenCV, in English.
camera-opencv-failed = OpenCV cannot open the camera: { $fault }.
camera-will-not-close = { NAME($camera) }: the camera did not close within { $seconds } s. Unplug it.
# $usages: forms of a camera's specification, such as "v4l2:/dev/video0".
camera-unknown = camera '{ $camera }': no such camera or file. Expected { LIST($usages, last: "or") }.
# Fragment: the last of the forms in camera-unknown.
camera-usage-file = an image, folder or video file, with loop: before its path to repeat it

## What to do

camera-remedy-usb = Check its cable, close other programs that use it, and check that your user is in the group 'video'.
camera-remedy-network = Check that it is switched on, and check its address, user name, password and network.
camera-remedy-video = Choose a video that FFmpeg can read.

## Network cameras

camera-address-missing = { NAME($camera) }: the address has no host. Write rtsp://USER:PASSWORD@HOST/PATH.

## Files

camera-file-missing = { NAME($camera) }: no such file. Choose an image, a folder or a video.
camera-folder-empty = { NAME($camera) }: no images in this folder. Expected files that end in { LIST($suffixes, last: "or") }.
# $fault: the reason from the operating system, in English.
camera-file-unreadable = { $file }: the file cannot be read ({ $fault }). Choose an image, a folder or a video.

## Raspberry Pi cameras. $fault: an error of libcamera, in English.

camera-pi-not-found = { NAME($camera) }: no such camera. libcamera finds { $count ->
    [0] no camera
    [one] one camera
   *[other] { $count } cameras
 }. Check the ribbon cable, then run 'rpicam-hello --list-cameras'.
camera-pi-in-use = { NAME($camera) }: the camera is in use. Close the program that uses it ({ $fault }).
camera-pi-mode-refused = { NAME($camera) }: the camera refuses this mode. Choose another size or frame rate ({ $fault }).
# Fragment: $fault of camera-pi-mode-refused. The formats are names such as "RGB888".
camera-pi-format-unknown = libcamera sends { $format }, expected { LIST($known, last: "or") }
camera-pi-stalled = { NAME($camera) }: no image for { $seconds } s. Check the ribbon cable. If this continues, restart the machine.
camera-pi-failed = { NAME($camera) }: no more images. Check the ribbon cable ({ $fault }).
camera-pi-hold-too-early = { NAME($camera) }: the exposure can be locked only after the first image.
camera-pi-module-missing = picamera: the Python module '{ $module }' is missing. On Raspberry Pi OS, run 'sudo apt install python3-picamera2' and use a virtual environment with system packages.
camera-pi-module-broken = picamera: picamera2 cannot be loaded ({ $fault }). On Raspberry Pi OS, run 'sudo apt install python3-picamera2' and use a virtual environment with system packages.
