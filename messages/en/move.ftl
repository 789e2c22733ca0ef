### Moves

## Claims

move-claim-may-move = { NAME($operative) } may { $action } there
    .fails = { NAME($operative) } may not { $action } there

## What a path meets

move-clear-of = The base stays clear of { NAME($thing) }.
    .fails = The base runs into { NAME($thing) }.
move-clear-of-edge = The base stays clear of the edge of the killzone.
    .fails = The base goes over the edge of the killzone.
move-stays-level =
    .fails = { $action } cannot climb, drop or jump.
move-may-climb =
    .fails = The path climbs { LENGTH($inches) }; { $action } cannot climb.
move-terrain-to-climb = Terrain to climb is { LENGTH($measured) } away.
    .fails = Terrain to climb must be within { INCHES($required) }; the nearest is { LENGTH($measured, $required) } away.
move-climb-height = The path climbs { LENGTH($measured) }.
    .fails = The path climbs { LENGTH($measured, $required) }; the most is { INCHES($required) }.
move-jump-height = The jump goes { LENGTH($measured) } up or down.
    .fails = The jump goes { LENGTH($measured, $required) } up or down; the most is { INCHES($required) }.
move-jump-gap = The gap to jump is { LENGTH($measured) } wide.
    .fails = The gap to jump is { LENGTH($measured, $required) } wide; the most is { INCHES($required) }.
move-drop-height = The path drops { LENGTH($measured) }.
    .fails = The path drops { LENGTH($measured, $required) }; the most is { INCHES($required) }.
move-drop-near-edge = The path drops { LENGTH($measured) } from the edge.
    .fails = The path drops { LENGTH($measured, $required) } from the edge; it must drop within { INCHES($required) } of it.
move-over-nothing =
    .fails = Part of the path is in the air: climb, drop or jump there.
# $range: "control range" or "Engagement Range".
move-stays-outside = The path stays outside the { $range } of { NAME($enemy) }.
    .fails = The path enters the { $range } of { NAME($enemy) }, which this move may not do.
move-stays-with = The path does not leave the { $range } of { NAME($enemy) }.
    .fails = The path leaves the { $range } of { NAME($enemy) } again.
move-ends-with = The path ends within the { $range } of { NAME($enemy) }, or never enters it.
    .fails = The path enters the { $range } of { NAME($enemy) }, but does not end within it.

## Where a path ends

move-ends-within = The move ends within { $range } of an enemy, as it must.
    .fails = The move must end within { $range } of an enemy.
move-ends-outside = The move ends outside the { $range } of { NAME($enemy) }.
    .fails = The move ends within the { $range } of { NAME($enemy) }, which it may not do.
move-ends-off-base = The move ends clear of the base of { NAME($thing) }.
    .fails = The move ends on the base of { NAME($thing) }.
move-supported-at-end = The base is wholly supported where the move ends.
    .fails = The base is not wholly supported where the move ends.
move-ends-on-trait =
    .fails = The move ends on { NAME($part) }, which is not { $trait } terrain.
move-ends-beside = The move ends beside { NAME($part) }.
    .fails = The move ends on { NAME($part) }.

## Price

# In journals of earlier versions.
move-price = { $action } costs { COST($cost) } of { COST($of) }{ $searched ->
    [yes] , by the cheapest path that was found
   *[no] {""}
 }.
# The arithmetic of a move. $lengths: its measured parts, the next four fragments. $rounded: "yes" if it costs more than
# was measured. $left: what is left. $over: by how much the move has to be shorter.
move-price-counted = { $action }: { LIST($lengths) }{ $rounded ->
    [yes] , counts as { COST($cost) }
   *[no] {""}
 } of { INCHES($of) }{ $searched ->
    [yes] , by the cheapest path that was found
   *[no] {""}
 }. { INCHES($left) } left.
    .fails = { $action }: { LIST($lengths) }{ $rounded ->
        [yes] , counts as { COST($cost) }
       *[no] {""}
     }{ $searched ->
        [yes] , by the cheapest path that was found
       *[no] {""}
     }. The most is { INCHES($of) }: move it back by at least { INCHES($over) }.
move-length = { LENGTH($length, $near) }
move-length-climb = a climb of { LENGTH($length, $near) }
move-length-drop = a drop of { LENGTH($length, $near) }
# A passage, a traverse or an obstruction costs extra inches.
move-length-extra = { INCHES($length) } extra for terrain

## A move that is being made

# $length: the straight distance from where the operative started.
move-now = { NAME($operative) }: { LENGTH($length, $near) } in a straight line{ $rounded ->
    [yes] , counts as { COST($cost) }
   *[no] {""}
 }.
# $moves: several of the two fragments below.
move-now-each = { COMMAS($moves) }
move-now-left = { $action }: { INCHES($left) } of { INCHES($of) } left
move-now-over = { $action }: { INCHES($over) } beyond { INCHES($of) }
# $state: how the camera sees the operative's tag.
move-now-hidden = { NAME($operative) }: { $state ->
    [lifted] lifted
    [gone] not seen
    [declared] placed by hand
   *[covered] covered
 }. The distance is measured when its tag is visible.

## Climbs in two parts

move-may-finish-climb = { $action } may finish a climb.
    .fails = { $action } cannot finish a climb.
move-climb-divided = { $action } ends within a climb that { $then } can finish.
    .fails = { $action } does not end within a climb that { $then } can finish.

## Faults of what was given

move-unknown = No move is called { QUOTE($action) }; there are { LIST($known) }.
move-leg-length = A leg of a move has a length of { $found }; expected at least 0.
move-path-short = The path of { NAME($operative) } is { $found }; expected at least two positions.

## Jumps

move-claim-jump = The jump may be made
    .fails = The jump may not be made
move-jump-may-climb = The action may climb to the far side.
    .fails = The action may not climb to the far side.

## Moves that leave an operative in its place

move-claim-ends = { NAME($operative) } may end its { $action } there
    .fails = { NAME($operative) } may not end its { $action } there
move-stayed-apart =
    .fails = { NAME($operative) } has not moved, and no enemy is within { $range }: { $action } must end within it.
move-stayed-close =
    .fails = { NAME($operative) } has not moved, and an enemy is within { $range }: { $action } cannot end within it.
