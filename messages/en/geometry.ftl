### Shapes, positions and paths that cannot exist, in inches

## Bases

geometry-base-finite = The base is { $long } x { $short } inches. Expected finite diameters.
geometry-base-size = The base is { $long } x { $short } inches. Expected [long, short] with 0 < short ≤ long < 20.
geometry-base-place = The base is at ({ $x }, { $y }, { $z }), turned by { $degrees }°. Expected finite numbers.
geometry-base-wide = The base is { LENGTH($width, digits: 3) } x { LENGTH($depth, digits: 3) } with its rotation, which is larger than the board of { LENGTH($board_width, digits: 0) } x { LENGTH($board_depth, digits: 0) }.
geometry-head-height = The head is { $head } inches above the base. Expected a finite height above 0.

## Things on the table

geometry-placement-finite = { NAME($thing) } is at ({ $x }, { $y }, { $z }), turned by { $degrees }°. Expected finite numbers.
geometry-covariance-shape = { NAME($thing) }: found the covariance { $covariance }. Expected 4 x 4 finite numbers.
geometry-covariance-invalid = { NAME($thing) }: the covariance { $covariance } is not symmetric, or a variance is below 0.
geometry-board-size = The board is { $width } x { $depth } inches. Expected two lengths above 0.
geometry-operative-head = { NAME($operative) }: the head is { $head } inches above the base. Expected more than 0 and less than 20.
geometry-operative-head-sigma = { NAME($operative) }: the head height has a standard deviation of { $sigma } inches. Expected 0 or more.
geometry-marker-diameter = Marker { NAME($marker) } has a diameter of { $diameter } inches. Expected more than 0 and less than 20.
geometry-id-mismatch = { $kind ->
    [operative] Operative
   *[marker] Marker
 } { $thing } is stored under the id { $key }. Store it under its own id.
geometry-part-twice = Two terrain parts have the id { $part }. Use each id once.
geometry-operative-unknown = There is no operative { QUOTE($operative) } on the table. { $known ->
    [0] There are none.
   *[other] There are { LIST($operatives) }.
 }

## Terrain and areas

geometry-part-finite = Terrain part { $part }: the corners { $corners } contain a value that is not a finite number.
geometry-part-corners = Terrain part { $part }: found the corners { $corners }. Expected at least three different ones.
# $fault comes from the geometry library, in English: "Self-intersection[5 5]".
geometry-part-polygon = Terrain part { $part }: the outline does not enclose an area ({ $fault }).
geometry-part-heights = Terrain part { $part }: found the heights [{ $bottom }, { $top }]. Expected the bottom below the top, in inches.
geometry-area-corners = Found the area { $corners }. Expected three or more corners (x, y) with finite numbers.
# $fault comes from the geometry library, in English.
geometry-area-polygon = The area { $corners } does not enclose anything ({ $fault }).

## Paths

geometry-path-point = The path { $path } has the point { $point }. Expected three finite numbers (x, y, z) in inches.
geometry-path-short = The path { $path } has fewer than two points. Expected where the base was and where it is.
geometry-path-zero = The path { $path } has no length. Leave the move out.
geometry-path-low = The path { $path } goes down to { $lowest } inches. The killzone floor is at 0.
geometry-path-stranger = { $kind ->
    [part] Terrain part
   *[operative] Operative
 } { $thing } is named but not given. { $known ->
    [0] None are given.
   *[other] Given: { LIST($given) }.
 }
# $obstacle is a terrain part, an operative or the edge of the board.
geometry-start-blocked = The move starts at ({ $x }, { $y }, { $z }), where { NAME($obstacle) } is in the way of the base.

## Limits and probabilities

# $causes: what the uncertainty comes from.
geometry-margin-nan = A margin is not a number. Its uncertainty comes from { LIST($causes) }.
geometry-sigma-nan = The uncertainty of a margin of { $margin } inches is not a number. Its sensitivity is { $pull }.
geometry-probability = Found the probability { $found }. Expected 0 to 1.
