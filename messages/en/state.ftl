### Events that do not fit the state of the game. Shown if a journal cannot be replayed, after "Event 12 (activated)..."

## Activations and reactions

state-nobody-active = No operative is active.
state-still-active = { NAME($operative) } is still active.
state-other-active = The active operative is { NAME($active) }, not { NAME($operative) }.
state-not-standing = { NAME($operative) } is incapacitated or not on the killzone.
state-activation-open = An activation is not finished yet.
state-reaction-open = An operative that acts out of turn is not finished yet.
state-nobody-reacts = No operative is acting out of turn.
state-no-interrupt = There is no activation that could be interrupted.
state-not-asked = The game does not wait for { NAME($player) }.

## Phases, turns and points

# $phase, $found: firefight, scouting and so on.
state-other-phase = The phase is { $phase }, not { $found }.
state-turning-point = Turning point { $found } cannot begin. The next one is { $expected }.
state-rolled = { NAME($player) } has already rolled.
state-no-drop-zones = The killzone does not have two drop zones.
state-no-turns = The players do not take turns now.
state-other-turn = The turn is with { NAME($turn) }, not with { NAME($player) }.
state-cp-negative = { NAME($player) } would have { $cp } CP.
state-vp-negative = { NAME($player) } would have { $vp } VP from { $op }.
# $topic: what was chosen, for example tac_op_1.
state-no-secret = { NAME($player) } has made no secret choice { QUOTE($topic) }.
# The revealed choice is not the one that was made: its digest differs.
state-commitment-broken = What { NAME($player) } reveals as { QUOTE($topic) } is not what was sealed.

## Questions, dice, challenges. $id is the program's id of a question, for example proposal:17.

state-question-open = The question { QUOTE($id) } is already open.
state-question-not-open = The question { QUOTE($id) } is not open.
state-rule-not-waiting = The rule { QUOTE($rule) } does not wait to be resolved.
state-dice-open = Other dice are still being resolved.
state-no-dice = No dice are being resolved.
state-fault-unknown = The fault { QUOTE($key) } was not reported.
state-challenge-open = Another challenge is open.
state-no-challenge = No challenge is open.

## Operatives and markers

state-set-up = The game is already set up.
state-marker-known = There is already a marker { NAME($marker) }.
state-marker-carried = { NAME($marker) } is already carried.
state-carries = { NAME($operative) } carries { NAME($marker) }.
state-not-fallen = { NAME($operative) } cannot become incapacitated: only an operative without wounds on the killzone can. Wounds left: { $wounds }.
state-not-on-killzone = { NAME($operative) } is not on the killzone.
state-standing = { NAME($operative) } is not incapacitated.
state-wounds = Found { $found } wounds; expected 1 to { $most }, the wounds of the operative's card.
state-supply-used-up = { NAME($player) } has no { $item } left.
state-not-in-reserve = { NAME($operative) } is not in reserve.
