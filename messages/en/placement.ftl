### Where things stand and lie

## Claims

placement-claim-board = The board has the size that the mission needs
    .fails = The board does not have the size that the mission needs
placement-claim-set-up = { NAME($thing) } may be set up there
    .fails = { NAME($thing) } may not be set up there
placement-claim-as-mission = { NAME($thing) } is where the mission puts it
    .fails = { NAME($thing) } is not where the mission puts it

## Conditions

placement-board-size = The board is { $side ->
    [depth] { LENGTH($found, digits: 1) } deep; the mission needs { INCHES($wanted) }.
   *[width] { LENGTH($found, digits: 1) } wide; the mission needs { INCHES($wanted) }.
 }
placement-on-board = { NAME($thing) } is within the killzone.
    .fails = { NAME($thing) } hangs over the edge of the killzone.
placement-clear = { NAME($thing) } is clear of terrain.
    .fails = { NAME($thing) } is inside { NAME($part) }.
placement-marker-clear = { NAME($thing) } is clear of terrain.
    .fails = { NAME($thing) } is inside { NAME($part) }: move one of them.
placement-supported = { NAME($thing) } is wholly supported { LENGTH($height) } above the floor.
    .fails = { NAME($thing) } is not wholly supported { LENGTH($height) } above the floor: part of its base hangs in the air.
placement-present =
    .fails = { NAME($thing) } is not found on the board.
placement-at-place = { NAME($thing) } is in its place.
    .fails = { NAME($thing) } is { LENGTH($measured, $required) } from its place.
placement-off-base = { NAME($thing) } is clear of the base of { NAME($other) }.
    .fails = { NAME($thing) } is on the base of { NAME($other) }.
placement-on-trait = { NAME($thing) } is on { $trait } terrain.
    .fails = { NAME($thing) } must be on { $trait } terrain, but is on { LIST(NAME($parts)) }.
# $readings: readings of the rule that the result depends on, such as "read as: name = reading".
placement-in-drop-zone = { NAME($thing) } is wholly within the drop zone { $zone }{ $readings ->
    [none] {""}
   *[other] {" "}({ LIST($readings) })
 }.
    .fails = { NAME($thing) } is not wholly within the drop zone { $zone }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
     }.
placement-touches-drop-zone = { NAME($thing) } is within the drop zone { $zone }{ $readings ->
    [none] {""}
   *[other] {" "}({ LIST($readings) })
 }.
    .fails = { NAME($thing) } is not within the drop zone { $zone }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
     }.

## Levels that cannot be told apart. $each lists the fragments below.

placement-other-level = { NAME($thing) } may be { LIST($each, last: "or") } than it seems.
placement-began-on-other-level = { NAME($thing) } may have begun { LIST($each, last: "or") } than it seems.
placement-higher = { LENGTH($inches) } higher
placement-lower = { LENGTH($inches) } lower
# Several of the two sentences above.
placement-levels = { LIST($each) }
placement-drop-zone-unknown = { NAME($thing) } is { LENGTH($measured) } from the nearest edge. The drop zone is not known.
    .fails = { NAME($thing) } is { LENGTH($measured) } from the nearest edge. The drop zone is not known.
