### The dice tray: its calibration, and images of it that cannot be used

## Images that cannot be read

tray-image-dark = The image is too dark. Turn on the light, or lengthen the exposure.
tray-image-bright = The image is overexposed ({ PERCENT($share) } of it white). Shorten the exposure.
tray-dark = The tray is too dark. Turn on the light, or lengthen the exposure.
tray-bright = The tray is overexposed ({ PERCENT($share) } of it white). Shorten the exposure.
tray-no-frames = The tray's camera sends no images. Enter the roll by hand.
tray-unread = The tray's image could not be read. Enter the roll by hand.
# $file is a photograph, or "tray" for a camera.
tray-image-size = { $file }: the image is { $width } x { $height } px, but the tray was calibrated at { $calibrated_width } x { $calibrated_height } px. Set the camera back, or calibrate the tray again.

## Outline and size; fields of tray.json

tray-corners-four = corners_px: expected four corners [x, y], clockwise from the upper left.
tray-corners-order = corners_px: { $corners } is not a convex outline in clockwise order from the upper left. Give the corners again in that order.
tray-corners-outside = corners_px: { $corners } is outside the image of { $width } x { $height } px. Turn the camera so that it sees the whole tray, and give the corners again.
tray-die-large = die_px: with dice of { $die } px, the tray is only { DECIMAL($width) } x { DECIMAL($height) } dice in size, and each side needs at least { $least }. Measure a die's edge in pixels again.
tray-die-small = die_px: with dice of { $die } px, the tray is { DECIMAL($width, digits: 0) } x { DECIMAL($height, digits: 0) } dice in size, and each side can have at most { DECIMAL($most, digits: 0) }. Move the camera nearer, or measure a die's edge again.
tray-empty-size = empty_png is { $width } x { $height } px, but the outline and die_px need { $expected_width } x { $expected_height } px. Calibrate the tray again.
tray-colour-twice = Each player can have only one colour. Merge the entries, or give the players different names.

## Calibration

tray-empty-few = { $images ->
    [one] There is 1 image
   *[other] There are { $images } images
 } of the empty tray, and at least 2 are needed to measure the noise.
tray-empty-dark = The empty tray is too dark (median grey { DECIMAL($grey, digits: 0) } of 255). Turn on the light.
tray-empty-bright = The empty tray is overexposed. Shorten the exposure and take the images again.
tray-empty-moving = The images of the empty tray differ. Take your hand out, wait, and take the images again.
tray-empty-dice = { $dice ->
    [one] 1 die is
   *[other] { $dice } dice are
 } in the tray, which should be empty now. Take all dice out, and take the images again.
tray-player-no-dice = The tray shows no dice of { NAME($player) }. Lay some of them flat in it and try again.
tray-players-alike = The dice of { NAME($one) } and { NAME($other) } look alike. Use others for one of the two, or leave one player out.
tray-rim-tags = These tags on the rim of the dice tray are not visible: { LIST($tags) }. Clean or light them, or give the corners of the tray with --corners.
tray-empty-done = The empty tray is stored. Lay some dice in it, apart from each other.
tray-dice-done = These dice are stored.
tray-no-dice = The tray shows no dice. Lay some flat in it, and try again.
tray-no-dice-shown = Show the tray some dice first, because the size of a die is not known yet.
tray-saved = Saved: a die is { DECIMAL($die, digits: 0) } px wide. Rolls are read from now on.
tray-saved-unsure = Saved: a die is { DECIMAL($die, digits: 0) } px wide. Rolls are read from now on, but most dice of { LIST($players) } cannot be read here. Turn the lamp until their pips are clear, neither overexposed nor dark, and take their image again. Otherwise every roll of these dice must be confirmed.
tray-not-written = { $file } could not be written ({ $fault }). Free some space on the disk.

## State

tray-read = Dice are read.
tray-not-calibrated = The tray is not calibrated. Open the page /tray. Until then, enter rolls by hand.
# $fault is a message.
tray-by-hand = { $fault } Until then, enter rolls by hand.
tray-camera-silent = The tray's camera sends no images. Check its cable.

## Files

# $fault is a message.
tray-file-fault = { $file }: { $fault } Calibrate the tray again.
tray-file-image = { $file }: empty_png is not an image. Calibrate the tray again.
# $fault is a message, with the name of the file.
tray-image-fault = { $fault } Otherwise, calibrate the tray again.
tray-file-version = { $file }: found version { $found }, but this program reads versions up to { $most }. Update the program.
# $fault is a message.
tray-examples-fault = Example dice: { $fault }
tray-examples-face = Example dice: face_png must be an image of { $side } x { $side } px.

## A roll that is not taken as the answer to a question; the page marks dice

tray-roll-uncertain = The roll as a whole is uncertain.
tray-roll-too-many = { $seen } dice seen, { $wanted } expected. Take the others out of the tray, or enter the roll by hand.
tray-roll-cocked = { $cocked } of { $seen } dice cocked. Throw again, or enter what the marked ones show.
tray-roll-doubtful = { $doubtful } of { $seen } dice uncertain. Enter what the marked ones show.
tray-roll-missing = { $seen } of { $wanted } dice seen. Enter the others by hand, or separate dice that touch.
# $others: the number of dice in the other player's colour.
tray-roll-other-colour = { $seen } of { $wanted } dice seen, and { $others } in the other colour. Throw the dice of the player who rolls, or enter the roll by hand.
# $early: the number of dice that lay in the tray before the question.
tray-roll-early = { $seen } of { $wanted } dice thrown for this roll. { $early ->
    [one] The die in the tray was
   *[other] The { $early } dice in the tray were
 } thrown earlier. Throw again now.

## Storage. $fault comes from the operating system, in English: "No space left on device".

tray-example-not-stored = The roll that was read wrongly could not be stored as an example ({ $fault }). Free some space on the disk.
tray-picture-not-stored = The image of the roll could not be stored ({ $fault }). Free some space on the disk.
tray-examples-not-stored = The learned examples of dice could not be stored ({ $fault }). Free some space on the disk.
# $fault is a message.
tray-examples-unreadable = { $file } cannot be read: { $fault } The look of the dice is learned again.

## A tray that is published without a table: `overlook tray --publish`

tray-publish-title = Dice tray
tray-publish-number = Roll
tray-publish-time = Time
tray-publish-dice = Dice
tray-publish-sum = Sum
tray-publish-none = No roll has been read yet. Throw some dice.
tray-publish-closed = The connection is lost. This page tries to connect again every second.
tray-publish-ready = The dice tray is published at { $address } (press Ctrl-C to stop).
tray-publish-simulated = No --source is given, so the tray is simulated, and dice are thrown into it every few seconds.
tray-publish-broker = The broker at { $broker } is connected.
tray-publish-broker-away = The broker at { $broker } cannot be reached. Rolls are kept until it can.
tray-publish-no-file = { $file } does not exist. Calibrate the tray first: overlook tray EMPTY1 EMPTY2 --corners ... --dice ...
tray-publish-photographs = --publish reads a camera. Leave out the photographs, or leave out --publish to calibrate the tray.
tray-calibrate-photographs = Give two or more photographs of the empty tray, or --publish to read the rolls of a calibrated one.
tray-publish-library = MQTT needs the library { $library }. Install it with: { $command }
tray-publish-topic = --topic: found { QUOTE($found) }. Expected a topic without + and #.
