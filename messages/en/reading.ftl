### What a seen move, a turned hatch or an attack may have been; models out of place

## Readings of a move: labels. $action: its action, or actions joined by "and". $charged, $allowed: inches.

reading-move = { $action }, { COST($charged) } of { COST($allowed) }
# $note: one of the notes below.
reading-move-note = { $action }, { COST($charged) } of { COST($allowed) }: { $note }
reading-move-open = { $action }, { COST($charged) } of { COST($allowed) }: too close to call
reading-move-note-open = { $action }, { COST($charged) } of { COST($allowed) }: { $note }: too close to call

## Notes on a reading. Fragments.

reading-fault = { $fault ->
    [precondition] not allowed now
    [through_terrain] goes through terrain
    [through_base] goes through another model
    [through_enemy_base] goes through an enemy model
    [base_overlap] ends on another model's base
    [not_carried] no model can stand there
    [jump_too_far] jumps too far
    [board_edge] leaves the board
    [enters_control_range] comes too near an enemy on the way
    [ends_in_control_range] ends too near an enemy
    [left_control_range] leaves an enemy that it must stay with
    [must_finish_in_control_range] does not end within control range of an enemy
    [climb_height] climbs too high, or where there is nothing to climb
    [drop_height] drops too far
    [dash_climb] cannot climb, drop or jump
   *[too_far] too far
 }
reading-carried = the equipment that it takes along cannot be set up there
reading-cost = costs { $cost } AP; { $left } AP left
reading-cost-counteract = costs { $cost } AP; a counteraction allows 1 AP
# $mines: several of the three fragments below.
reading-mines = { LIST($mines) }
reading-mine-sprung = { NAME($mine) } goes off
reading-mine-not-sprung = { NAME($mine) } does not go off
reading-mine-avoided = around { NAME($mine) }

## Questions

reading-moved = { $name } moved { LENGTH($distance) }. Confirm this move?
reading-moved-open = { $name } moved { LENGTH($distance) }. Too close to call: confirm this move?
reading-moved-illegal = { $name } moved { LENGTH($distance) }. No action allows this move.
# $now: open or closed.
reading-hatch-turned = { $name } turned { NAME($hatch) }: it is now { $now ->
    [open] open
   *[closed] closed
 }. Confirm this action?
reading-marker-lifted = { $name } took { NAME($marker) } off the table. Confirm this action?
reading-lift = { $action }: { NAME($marker) }
reading-hatch = { $action }: { NAME($hatch) } is { $now ->
    [open] open
   *[closed] closed
 }

## Models and tokens out of place

reading-out-of-turn = { NAME($operative) } is { LENGTH($distance) } from its place, moved outside its activation. Put it back to { DECIMAL($x) }, { DECIMAL($y) }.
reading-hatch-not-operated = { NAME($hatch) } is { $now ->
    [open] open
   *[closed] closed
 }, but nobody operated it. Turn it back.
# $x, $y: where the operative stood.
reading-hatch-put-back = { NAME($hatch) } is { $now ->
    [open] open
   *[closed] closed
 }, but no action explains it. Turn it back, and put { NAME($operative) } back at { DECIMAL($x) }, { DECIMAL($y) }.
# $now, $begin: open or closed.
reading-hatch-begins = { NAME($hatch) } is { $now ->
    [open] open
   *[closed] closed
 }, but hatchways begin the battle { $begin ->
    [open] open
   *[closed] closed
 }. Turn it before the battle begins.
# $token: the text on the token, such as "engage ready". $fault: why it is not accepted.
reading-token-refused = Token "{ $token }": { $fault }
