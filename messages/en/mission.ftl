### Missions

mission-side-unknown = The mission { $mission } has no side { QUOTE($side) }; its sides are { LIST($known) }.

## Mission files

mission-side-twice = sides: the id { QUOTE($id) } is used twice. Use each id once.
mission-marker-twice = objectives and markers: the id { QUOTE($id) } is used twice. Use each id once.
mission-zones-overlap = sides.{ $side }.drop_zone: overlaps the drop zone of { $other } by { DECIMAL($area) } square inches. Drop zones must not overlap.
mission-marker-off-board = { $marker }: at ({ $x }, { $y }) it is not wholly on the board.
# $field is a path such as sides.north.drop_zone. $fault comes from the geometry library, in English.
mission-area = { $field }: not the outline of an area ({ $fault }). Give the corners in order around the area.
mission-area-off-board = { $field }: reaches over the edge of the board. Expected x from 0 to { $width } and y from 0 to { $depth }.
# $fault is a message.
mission-fault = Mission { QUOTE($mission) }: { $fault }
