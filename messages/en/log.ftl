### Log of a game that a script plays, one line for each event. Fragments: no capital, no full stop.

log-entered = { $dice } is entered, { $throws }
log-phase = the next phase begins: { $phase }
log-turning-point = turning point { $number } begins
log-battle-ended = { $winner ->
    [none] the battle ends without a winner
   *[other] the battle ends: { NAME($winner) } wins
 }

## Actions

# $key: the action's name with _ for spaces. $action: the name in lower case.
log-does = { $key ->
    [charge] charges
    [dash] dashes
    [fall_back] falls back
    [fight] fights
    [guard] guards
    [move_with_barricade] moves with barricade
    [operate_hatch] operates hatch
    [overwatch] overwatches
    [pick_up] picks up
    [pick_up_marker] picks up marker
    [place_marker] places marker
    [reposition] repositions
    [shoot] shoots
   *[other] performs { $action }
 }
# $does: log-does. $about: a target or a thing, "none" without. $weapon: "none" without.
log-action = { NAME($operative) } { $does }{ $about ->
    [none] {""}
   *[other] {" "}{ NAME($about) }
 }{ $weapon ->
    [none] {""}
   *[other] {" "}with { $weapon }
 }
log-moved = { NAME($operative) } { $does }, { COST($charged) }
log-moved-of = { NAME($operative) } { $does }, { COST($charged) } of { INCHES($most) }
log-activated = { NAME($operative) } is activated, { $order }
log-activation-ended = the activation of { NAME($operative) } ends
# $name: counteract, overwatch, guard or another way to act out of turn.
log-reaction = { NAME($operative) } acts out of turn: { $name }
log-reaction-ended = { NAME($operative) } is done
log-guard = { NAME($operative) } is on guard
log-guard-ended = { NAME($operative) } is no longer on guard
log-order = the order of { NAME($operative) } is { $order }

## Dice

log-dice-resolved = the dice are resolved
log-rolled = { NAME($player) } rolls { $value }
log-mine-test = { NAME($about) } is triggered by { NAME($operative) }: { LIST($dice) }
log-stun-test = stun test for { NAME($operative) }: { LIST($dice) }
log-jump-test = jump of { NAME($operative) }: { LIST($dice) }
# $about: an action of a pack.
log-pack-test = { $about }, { NAME($operative) }: { LIST($dice) }
log-test = { $test }: { LIST($dice) }

## Players

log-initiative = { NAME($player) } has initiative
log-drop-zone = { NAME($player) } takes the other drop zone
log-cp-gained = { NAME($player) } gains { $points } CP: { $why }
log-cp-spent = { NAME($player) } spends { $points } CP: { $why }
log-ploy = { NAME($player) } uses { $name }
log-scored = { NAME($player) } scores { $vp } VP from { $op }
log-revealed = { NAME($player) } reveals { $topic }
log-equipment-chosen = { NAME($player) } has chosen equipment
log-equipment = { $items ->
    [none] { NAME($player) } takes no equipment
   *[other] { NAME($player) } takes { LIST($items) }
 }

## Operatives, markers, openings

log-set-up = { NAME($thing) } is set up
log-opening = { NAME($opening) } is { $state }
log-marker-taken = { NAME($operative) } takes { NAME($marker) }
log-marker-placed = { NAME($marker) } is placed
log-marker-removed = { NAME($marker) } is removed{ $why ->
    [none] {""}
   *[other] : { $why }
 }
log-wounds-lost = { NAME($operative) } loses { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
 }
log-wounds-regained = { NAME($operative) } regains { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
 }
log-incapacitated = { NAME($operative) } is incapacitated
log-removed = { NAME($operative) } is removed
log-revived = { NAME($operative) } stands again with { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
 }
# $until: "end of its next activation", "end of the turning point" or another time.
log-stat = { $stat } of { NAME($operative) } changes by { $more ->
    [yes] +{ $by }
   *[no] { $by }
 } until the { $until }
