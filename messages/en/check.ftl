### Health checks of the machine and of the table. Each has a text for the state, and one for what to do about it (check-fix-...)

## Link to the hall

check-module-missing = The Python module '{ $module }' is missing.
# $command: a command for the shell.
check-fix-install = Run '{ $command }'.
check-fix-hall-section = See docs/hall.md: 'hall.sh add' prints the section [venue].
# $refusal: why the broker cannot be used, a message.
check-hall-refused = { $refusal } The game goes on, and its events are kept.
check-fix-hall = Check that the hall's machine is on and in the network, then check the password and ca_file in [venue].
check-hall-connects = The hall's broker at { $host } accepts this table as '{ $table }' ({ $encrypted ->
    [yes] encrypted
   *[no] not encrypted
 }).
check-outbox-none = Nothing has been sent to the hall yet.
check-fix-outbox-damaged = Start the table. It moves a damaged outbox aside and fills a new one.
check-outbox-waiting = { $count ->
    [one] 1 event waits
   *[other] { $count } events wait
 } to be sent to the hub.
check-fix-outbox-waiting = Events are sent when the hall is connected.
check-outbox-empty = All events have been sent to the hub.

## The computer

check-disk-closed = The folder { $folder } cannot be written.
check-fix-disk-closed = Run 'sudo chown -R $USER { $folder }', or name another data.folder.
check-disk-free = { DECIMAL($gigabytes) } GB free for { $folder }.
check-fix-disk-full = Make room: run 'overlook backup FILE' to another disk, then delete old games.
check-fix-disk-short = Make room before a long day.
check-temperature = { DECIMAL($degrees, digits: 0) } °C.
check-fix-hot = Fit a fan or a heat sink: the computer is slowing down.
check-fix-warm = Improve the cooling: fit a fan, or use a case with holes.
# $faults: some of the four messages below.
check-power-now = Power: { LIST($faults) }.
check-power-before = Power, since the start: { LIST($faults) }.
# Fragments: what the Raspberry Pi reports.
check-power-voltage = supply voltage too low
check-power-capped = clock speed limited
check-power-throttled = processor slowed down
check-power-heat = close to the temperature limit
check-fix-power = Use the power supply made for this Raspberry Pi, a short cable, and a fan.
check-power-ok = Enough power since the start.
check-clock-unknown = This computer does not report whether its clock is right. Games do not need the clock, but their dates do.
check-fix-clock-unknown = Compare the output of 'date' with a watch.
check-clock-set = The clock is set by the network.
check-clock-unset = The clock is not set by the network. Games do not need it, but their dates do.
check-fix-clock-unset = Run 'sudo timedatectl set-ntp true', or set the clock by hand.
check-fix-panel = Use the same buttons on the page, or check the wiring in docs/real-camera.md.
check-panel-ok = The panel's pins respond.

## Camera and image

check-fix-camera-fault = Plug in the camera. See docs/real-camera.md.
check-camera-silent = The camera sent no image.
check-fix-camera-silent = Name another camera.source in overlook.toml.
# $mode: the camera's mode, such as "1280x720 MJPG 30 fps".
check-camera-rate = Mode { $mode }: { DECIMAL($rate) } images per second.
check-camera-mode = Mode { $mode }.
check-fix-camera-rate = { $asked } images per second are set (camera.fps). Add light, or choose a smaller camera.size_px.
check-mode = Images of { $width } x { $height } px.
check-mode-other = Images of { $width } x { $height } px; { $asked_width } x { $asked_height } px are set.
check-fix-mode = Set camera.size_px = [{ $width }, { $height }].
check-light = Median brightness { DECIMAL($level, digits: 0) } of 255; { PERCENT($burnt, digits: 1) } overexposed.
check-fix-dark = Add light from two sides. Tags in the dark are missed.
check-fix-bright = Reduce the light, or use matt tags: a reflection hides the tags under it.
check-flicker-measuring = Measuring the light.
check-flicker = The brightness differs by { PERCENT($share, digits: 1) } from image to image.
check-fix-flicker = Use lamps that do not flicker, or a longer exposure.
# $share: part of the width of a module, the smallest square of a tag.
check-focus = Tags are blurred by { DECIMAL($blur) } px, which is { DECIMAL($share, digits: 2) } of a module of the smallest board tag.
check-fix-focus-lost = Focus the lens on the board, clean it, and check that the camera does not shake.
check-fix-focus-soft = Focus the lens on the board. Tags blurred by more than half a module are missed.

## Lens file

check-fix-lens-mode = Run 'overlook calibrate lens IMAGE...' with images of this mode.
check-lens-simulated = The simulated table needs no lens file.
check-lens-age = { $file } is { $days ->
    [one] 1 day
   *[other] { $days } days
 } old.
check-fix-lens-old = Run 'overlook verify IMAGE' to check whether it is still right.

## Board, operatives and games

check-fix-board-hidden = Uncover the board's tags, and check that the whole board is in view.
check-fix-board-lens = Run 'overlook calibrate lens IMAGE...'.
check-board-tags = { $seen } of { $all } board tags are in view, off by { DECIMAL($residual, digits: 2) } px.
check-fix-board-far = Check that the lens file belongs to this camera and mode, or run 'overlook calibrate lens IMAGE...'.
check-fix-board-few = Uncover at least half of them.
check-operatives-none = No operative is in view.
check-fix-operatives-none = Put the models on the table, with their tags.
# $smallest: the operative with the smallest tag; a module is the smallest square of a tag.
check-operatives = { $count ->
    [one] 1 operative is
   *[other] { $count } operatives are
 } in view. Smallest tag: { DECIMAL($px) } px per module ({ NAME($smallest) }).
check-operatives-missing = { $count ->
    [one] 1 operative is
   *[other] { $count } operatives are
 } in view. Smallest tag: { DECIMAL($px) } px per module ({ NAME($smallest) }). Not in view: { LIST(NAME($missing)) }.
check-fix-operatives-small = Print larger tags, or use larger images: at { $needed } px per module no tag is missed.
check-fix-tags = Correct the tag named here, then check again.
check-games = { $count ->
    [0] No games in { $folder }.
    [one] 1 game in { $folder }, readable.
   *[other] { $count } games in { $folder }, all readable.
 }
check-fix-game-damaged = Run 'overlook recover { $game }'.

## While the table runs

# $stages: the parts below.
check-stages = Processing time per image: { LIST($stages) }.
check-stage = { $stage } { DECIMAL($ms, digits: 0) } ms
check-stages-none = No image has been processed.
check-camera-moved = The camera has moved.
check-fix-camera-moved = Keep the camera still: the table is measuring its position again.
check-camera-still = The camera has not moved.

## First run: tags in the live image. A module is the smallest square of a tag.

check-tag-size = A module of a model's tag ({ $tag } mm) is { DECIMAL($px) } px wide in the image.
check-tag-size-most = A module of a model's tag ({ $tag } mm) is at most { DECIMAL($px) } px wide in the image, at any height of the camera.
# $size: one of the two messages above.
check-tag-size-small = { $size } { $sight ->
    [trouble] That is small
   *[lost] That is too small
 }: at least { $needed } px are needed.
# $size: the message above.
check-tag-size-mode = { $size } This camera sends { $width } x { $height } px; { $asked_width } x { $asked_height } px are set.
check-fix-tags-lower = Hang the camera lower.
check-fix-tags-larger = Choose images of { $width } x { $height } px.
check-fix-tags-either = Hang the camera lower, or choose images of { $width } x { $height } px.
check-fix-tags-camera = This camera cannot read such tags: use one with larger images.
# $size: one of the messages above.
check-board-tags-size = { $seen } of { $all } board tags are in view. { $size }
check-board-tags-none = None of the { $all } board tags is in view yet.
check-fix-board-tags = Put the printed board tags in their places, with the whole board in view.

## Settings and first run

check-settings-file = Read from { $file }.
check-settings-none = No settings file: the simulated table is used.
check-fix-first-run = Open the table's page. It leads through the first run.

## TLS certificate of the pages

check-certificate-ended = The certificate ended on { $until }. Browsers refuse it.
check-certificate-early = The certificate is valid only from { $since }.
check-certificate-names = The certificate is for { LIST($names) }, but phones are sent to { $name }.
check-certificate-soon = The certificate ends on { $until }.
check-certificate-ok = Pages are encrypted, for { LIST($names) }, until { $until }.
# $fault: a message.
check-certificate-refused = The changed certificate cannot be used. { $fault }
check-fix-certificate = Replace the certificate.
check-fix-certificate-clock = Check this machine's clock.
check-fix-certificate-name = Add the name to web.names.
check-fix-certificate-refused = Replace the new certificate. The previous one stays in use.
