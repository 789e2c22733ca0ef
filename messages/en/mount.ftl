### `overlook mount` and `overlook wiring`: camera heights and the panel's wiring, with drawings

## Help of options

mount-help-height = Height of the lens above the board, in metres.
mount-help-drawing = Write a drawing to scale to this file (SVG).
mount-help-markdown = Print the table as Markdown.
mount-help-wiring-out = The SVG file to write.
mount-help-settings = The settings file with the panel's pins.

## Lines of the output

# $pixels: size of one module, in pixels.
mount-smallest-tag = The smallest tag has { $modules } modules of { DECIMAL($pixels) } px each. At that size, at most 1 % of tags are missed.
mount-not-svg = { $file }: the drawing is an SVG file. Use a name that ends in .svg.

## Words in the drawing of camera heights

mount-drawing-field = sees { DECIMAL($width, digits: 0) } x { MM($depth, digits: 0) }
mount-drawing-tags = tags from { MM($size, digits: 0) }
mount-drawing-foot = To scale. Heights are from the board to the lens. The image includes a margin of { MM($margin, digits: 0) } around the board.

## Words in the drawing of the panel's wiring

mount-wiring-title = Button panel on the Raspberry Pi's header
# Two lines below the drawing. The first goes on in the second.
mount-wiring-led = Buttons connect to ground. { $leds ->
    [three] Three LEDs
    [anode] One RGB LED with a common anode
   *[cathode] One RGB LED with a common cathode
 }: the long leg to { $anode ->
    [yes] 3.3 V
   *[no] ground
 },
mount-wiring-resistors = each other leg through 330 ohm. The buzzer is an active one for 3.3 V.
