### `overlook locate`, `measure`, `example`, `dice` and `tray`: photographs of a table or of dice

## Help of options

photo-help-dice = Photographs of dice at rest.
photo-help-count = Number of dice thrown.
photo-help-die-px = Length of a die's edge in the image, in pixels.
photo-help-tray = The calibrated tray, tray.json.
photo-help-empty = Two or more photographs of the empty tray, from the same position.
photo-help-corners = Corners of the tray in pixels, 'x,y x,y x,y x,y', clockwise from the upper left.
photo-help-tags = The four tags on the tray's rim, 'id,id,id,id', in place of --corners.
photo-help-tray-out = The tray file to write.
photo-help-tray-die-px = Length of a die's edge in the image, in pixels. By default, it is measured.
photo-help-owner-dice = PLAYER=PHOTOGRAPH: a photograph of this player's dice.
photo-help-printed = Dice that are visible in the empty tray are printed on its surface.
photo-help-publish = Read the rolls of a calibrated tray without a table, and publish them by HTTP, server-sent events and MQTT.
photo-help-source = With --publish: the tray's camera, for example v4l2:/dev/video2. By default, a simulated tray.
photo-help-tray-file = With --publish: the calibrated tray.
photo-help-broker = With --publish: an MQTT broker, HOST or HOST:PORT.
photo-help-topic = With --publish: the MQTT topic; rolls are published at TOPIC/roll.
photo-help-broker-user = With --publish: the user name at the broker.
photo-help-broker-password = With --publish: a file with that user's password. By default, it is read from OVERLOOK_TRAY_PASSWORD.
photo-help-example-folder = The folder for table.png, catalogue.json and rig.json.
photo-help-width = Width of the image, in pixels.
photo-help-photographs = Photographs of the table.
photo-help-rig = The camera's lens (and pose), rig.json.
photo-help-catalogue = The catalogue of tags, catalogue.json.
photo-help-picture = Draw the result into this image file, or into this folder if there are several photographs.
photo-help-sequence = The photographs are consecutive frames of one table.
photo-help-fps = Frames per second of the sequence.
photo-help-from = Only measure how this operative sees others.
photo-help-to = Only measure how others see this operative.
photo-help-rules = Edition for cover and obscured: kt24 or kt21.

## Lines of the output of 'overlook example', 'locate' and 'measure'

photo-rendering = Rendering the simulated table.
photo-example-done = Wrote table.png, catalogue.json and rig.json to { $folder }.
# $tags: number of board tags that were used; $error: rms error in pixels.
photo-board = { $file }: board found from { $tags } tags, rms error { DECIMAL($error, digits: 2) } px
photo-missing = not seen: { LIST($things) }
# One frame of a sequence. $hand: whether a hand is in view; $others: things that are not plainly seen, with their state.
photo-frame = { $file }: { $hand ->
    [yes] hand in view
   *[no] no hand
 }, { $settled ->
    [yes] settled
   *[no] not settled
 }{ $others ->
    [none] { "" }
   *[other] : { LIST($others) }
 }
# One line per pair of operatives. The verdicts are YES, NO or TOO CLOSE; $error: 95 % limit of the gap's error.
photo-pair = { $viewer } -> { $target }: gap { LENGTH($gap, digits: 2) } ± { LENGTH($error, digits: 2) }, control range { $control_range }, visible { $visible }, cover { $cover }, obscured { $obscured }
photo-no-operative = { $file } has no operative { QUOTE($operative) }. It has { LIST($known) }.
photo-operative-unseen = { $file }: operative { QUOTE($operative) } is not visible. Uncover its tag and take the photograph again.

## Lines of the output of 'overlook dice' and 'overlook tray'

# $edge: length of a die's edge in pixels; $width, $height: size of the tray in dice; $players: those whose colour is known.
photo-tray-done = Wrote { $file }: dice of { DECIMAL($edge) } px, tray of { DECIMAL($width) } x { DECIMAL($height) } dice, noise of { DECIMAL($noise, digits: 2) } grey levels, { $players ->
    [none] no player's colour of dice
   *[other] colours of dice of { LIST($players) }
 }.

## Errors of 'overlook dice' and 'overlook tray'

# A question in a terminal; the value that was read follows in brackets.
photo-open-die = { $file }: the die at { $x }, { $y } px is uncertain, and all others are read. Press Enter if its value is right, or type what it shows
photo-count-low = --count: found { $found }. Expected the number of dice thrown, at least 1.
photo-die-px-range = --die-px: found { $found }. Expected { $least } to { $most } pixels.
photo-die-px-and-tray = --die-px and --tray cannot be combined, because the tray file contains the size of the dice. Leave out one of them.
photo-die-px-small = --die-px: found { $found }. In { $file }, an image of { $width } x { $height } px, it must be at least { DECIMAL($least) }. Measure a die's edge again, or crop the image.
photo-corners-four = --corners: found { QUOTE($found) }. Expected four corners 'x,y x,y x,y x,y', clockwise from the upper left.
photo-corners-or-tags = Give the tray's position, either with --corners or with --tags.
photo-tags-four = --tags: found { QUOTE($found) }. Expected four different tags, 'id,id,id,id'.
photo-owner-form = --dice: found { QUOTE($found) }. Expected PLAYER=PHOTOGRAPH, with each player only once.
photo-die-size-missing = The size of the dice is unknown. Give it with --die-px, or give photographs of dice with --dice.
photo-die-size-unseen = The size of the dice is unknown: no dice are visible in { LIST($files) }. Give their size with --die-px, or give other photographs with --dice.
# $fault is a message.
photo-files-fault = { LIST($files) }: { $fault }

## Image files

# $reason comes from the operating system, in English.
photo-unreadable = { $file } cannot be read: { $reason }. Give the path of a photograph.
# $ending: such as ".xyz".
photo-format-unknown = { $file }: images cannot be written as { QUOTE($ending) }. Use a name that ends in .png or .jpg.
photo-same-drawing = --picture: the drawings of { $one } and { $other } would both be written to { $file }. Run the command once for each, with different folders.
photo-overwritten = { $option }: { $file } is one of the photographs, and would be overwritten. Choose another file or folder.
