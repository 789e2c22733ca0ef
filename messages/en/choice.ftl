### Answers to questions: labels, and what an answer does

choice-pass = Pass
choice-nobody = Nobody
# An operative's id and name.
choice-operative = { NAME($operative) } { $name }
choice-activate = { NAME($operative) } { $name }, { $order ->
    [engage] Engage
   *[conceal] Conceal
 }
choice-no-interrupt = No interrupt
choice-no-interrupt-outside = No interrupt: not within control range. Still on guard: { LIST(NAME($guards)) }
choice-no-interrupt-inside = No interrupt: within control range. No longer on guard: { LIST(NAME($guards)) }
# $reaction: "activation", or the word for an action out of turn.
choice-end = End the { $reaction ->
    [activation] activation
    [counteract] counteract
    [overwatch] overwatch
    [guard] guard
   *[other] { $reaction }
 } of { NAME($operative) }
choice-everything-scored = Everything is scored
# $points: several of the fragment below.
choice-not-scored = Not scored: { LIST($points) }
choice-points-open = { NAME($player) } { $op } { $vp } VP
choice-initiative = Initiative: { NAME($player) }
choice-initiative-zone = Initiative: { NAME($player) }. Drop zone of { NAME($owner) }: { $zone }
choice-no-equipment = No equipment
choice-equipment = { $item ->
    [ammo_cache] Ammo cache
    [comms_device] Comms device
    [heavy_barricade] Heavy barricade
    [ladders] Ladders
    [light_barricades] Light barricades
    [mines] Mines
    [portable_barricade] Portable barricade
    [razor_wire] Razor wire
   *[other] { $item }
 }
# $one, $other: kinds of grenades, such as frag and krak.
choice-grenades = Grenades: { $one }, { $other }
choice-no-scouting = No scouting
choice-primary-op = Primary op: { $op }
choice-primary-op-effect = Chosen in secret. At the end of the battle, half of its points count again.
choice-tac-op-later = Not told now
choice-tac-op-later-effect = The tac op stays on your card. You can enter it later on your phone, under Game.
choice-reveal = Reveal { $op }

## Proposals, challenges, incapacitated operatives, rules that meet

choice-refuse = No
choice-refuse-move = Cancel the move: put the model back.
# The arithmetic of a move that the camera saw, as in move-price-counted.
choice-move-counted = Measured: { LIST($lengths) }{ $rounded ->
    [yes] , counts as { COST($cost) }
   *[no] {""}
 }. { INCHES($left) } left.
    .fails = Measured: { LIST($lengths) }{ $rounded ->
        [yes] , counts as { COST($cost) }
       *[no] {""}
     }. The most is { INCHES($of) }: move it back by at least { INCHES($over) }.
# Shown below a choice that needs another player's agreement.
choice-needs-agreement = Needs the agreement of { LIST(NAME($players)) }.
choice-uphold = Uphold the ruling
choice-uphold-effect = Either player can choose this.
choice-roll-off = Roll off
choice-roll-off-effect = Each player rolls one die. The higher one decides; a tie is rolled again.
choice-take-back = Take it back
choice-put-down-here = At the place of the operative
choice-last-action = Perform a free action
choice-no-last-action = No free action
choice-rule = { $rule } ({ NAME($player) })
