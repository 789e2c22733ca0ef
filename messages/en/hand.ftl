### What was done by hand, and what was undone: the notice at the table, and lines of a replay
# In this file, $who is a player, or hand-table or hand-camera.

hand-table = The table
hand-camera = The camera

hand-placed = { NAME($who) }: { NAME($operative) } was placed by hand, { LENGTH($apart) } from its last place. The move was not judged.
hand-placed-new = { NAME($who) }: { NAME($operative) } was placed by hand. The place was not judged.
hand-wounds-lost = { NAME($who) }: { NAME($operative) } loses { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
 }.
hand-wounds-regained = { NAME($who) }: { NAME($operative) } regains { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
 }.
# $change: with its sign, such as "+1". $until: a message, such as "end of the battle".
hand-stat = { NAME($who) }: { $stat ->
    [apl] apl
    [move] move
    [hit] hit
    [save] save
   *[other] { $stat }
 } of { NAME($operative) } changes by { $change }, until the { $until }.
hand-until = { $until ->
    [next_activation] end of its next activation
    [this_or_next_activation] end of its current or next activation
    [turning_point] end of the turning point
   *[battle] end of the battle
 }
# $states: messages of an order and of readiness.
hand-status = { NAME($who) }: { NAME($operative) } is set by hand to { LIST($states) }.
hand-order = { $order ->
    [engage] Engage
    [conceal] Conceal
   *[other] { $order }
 }
hand-ready = ready
hand-expended = expended
hand-removed = { NAME($who) }: { NAME($operative) } was removed from the killzone.
hand-revived = { NAME($who) }: { NAME($operative) } is back on the killzone with { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
 }.
# $op: a message, such as "crit op".
hand-scored = { NAME($who) }: { $vp } VP from the { $op } for { NAME($player) }.
hand-ploy = { NAME($who) }: the ploy { $ploy } was used for { $cost } CP.
hand-phase-over = { NAME($who) }: this phase is over.
# $change: a message of this file. $why: what a person wrote.
hand-because = { $change } Reason: { $why }
# Dice entered again after an undo. $dice and $before: values of dice, or hand-counted.
hand-rolled-again = { NAME($who) }: rolled again. Now { $dice }, before the undo { $before }.
hand-counted = a roll without faces
hand-challenge-withdrawn = The challenged ruling was taken back.
# $step: a message: what was done.
hand-undo = Undo: { $step }
hand-redo = Redo: { $step }
hand-undone = Undone: { $step }
hand-undone-by = { NAME($who) } – undone: { $step }

## Moving models of the simulated table on a page

# $label: a short name such as "A1".
hand-bar = Move by hand
hand-unseen = The camera cannot see the tag of { $label } there. Rotate the model or move it slightly.
hand-how = Tap where the model should go. Arrow keys move it, [ and ] rotate it, Enter places it.
hand-tap-where = Tap where { $label } should go
hand-drag = Drag { $label }; the camera then checks the move.
hand-move = Move
hand-move-how = Then tap the board, or use the arrow keys
hand-turn-left = Rotate left
hand-turn-right = Rotate right
hand-put-down = Put down
hand-cancel = Cancel
hand-take-off = Take off
hand-take-off-model = Take { $label } { $name } off
hand-put-back = Put { $label } back for me
hand-put-on = Put back { $name }
