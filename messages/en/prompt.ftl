### Questions to players

## Turns and activations

prompt-activate = { NAME($player) }: activate an operative.
# $note: a note on a reading.
prompt-activate-note = { NAME($player) }: activate an operative. ({ $note })
# $reaction: counteract or overwatch.
prompt-react = { NAME($player) }: choose an operative to act out of turn ({ $reaction ->
    [counteract] counteract
    [overwatch] overwatch
    [guard] guard
   *[other] { $reaction }
 }).
prompt-interrupt = { NAME($player) }: interrupt { NAME($operative) } with an operative on guard?
# $note: this table's reading of a rule, for example "read as: guard=the action".
prompt-interrupt-note = { NAME($player) }: interrupt { NAME($operative) } with an operative on guard? ({ $note })
prompt-interrupt-notes = { NAME($player) }: interrupt { NAME($operative) } with an operative on guard? ({ LIST($notes) })
prompt-interrupt-near = { NAME($player) }: interrupt { NAME($operative) } with an operative on guard? It is too close to call whether { NAME($operative) } is within control range of { LIST(NAME($guards)) }.
# $who: an operative's id, or its id and name. $order: engage or conceal.
prompt-next-action = { NAME($who) } ({ $order ->
    [engage] Engage
   *[conceal] Conceal
 }): { $points } AP left. Choose an action.
# $note: this table's reading of a rule, for example "read as: changed APL = at once".
prompt-next-action-read = { NAME($who) } ({ $order ->
    [engage] Engage
   *[conceal] Conceal
 }): { $points } AP left ({ $note }). Choose an action.
# $reaction: counteract, overwatch, guard or another way to act out of turn.
prompt-reaction-action = { NAME($who) } ({ $order ->
    [engage] Engage
   *[conceal] Conceal
 }), { $reaction ->
    [counteract] counteract
    [overwatch] overwatch
    [guard] guard
    [activation] activation
   *[other] { $reaction }
 }: choose an action.

## Turns of a player in a phase. $question: one of the fragments below.

prompt-turn = { NAME($player) }: { $question }.
prompt-turn-equipment = set up an item of equipment, or pass
prompt-turn-gambit = use a strategic gambit, or pass
prompt-turn-primary-op = use a strategic gambit, or pass. A primary op can be chosen only now
prompt-turn-ploy = use a strategic ploy, or pass
prompt-turn-reveal = reveal a tac op, or pass

## Set-up

prompt-equipment = { NAME($player) }: choose equipment.
prompt-scouting = { NAME($player) }: choose a scouting option.
prompt-tac-op = { NAME($player) }: choose a tac op in secret.

## Initiative

prompt-roll-off = { NAME($player) }: roll one D6 for initiative.
prompt-roll-off-zones = { NAME($player) }: roll one D6 for initiative and the drop zones.
prompt-initiative = Who has initiative?
prompt-initiative-player = { NAME($player) }: choose who has initiative.
# $rolls: several of the fragment below.
prompt-initiative-rolls = { LIST($rolls) }. { NAME($player) }: choose who has initiative.
prompt-rolled = { NAME($player) } rolled { $roll }
prompt-and-drop-zone = { $question } Choose a drop zone as well.
prompt-mission-initiative = Which player has initiative in this mission?

## Other dice

prompt-smoke = Roll one D6 for { NAME($marker) }. Half of it, rounded up, is the number of activations until the smoke is removed.
# $dice: the number of D6, whose values are added. $needed: the result needed, or 0 if every result counts.
prompt-action-roll = { $action }, { NAME($operative) }: roll { $dice ->
    [one] one D6
   *[other] { $dice } D6 and add them
 }{ $needed ->
    [0] .
   *[other] ; { $needed } or more is needed.
 }

## The end of a turning point

prompt-turning-point-end = End of turning point { $number }: score, then continue.

## Additions to another question

# $throws: how the dice fell, if they were thrown more than once.
prompt-thrown = { $question } ({ $throws })
prompt-with-reason = { $question } { $reason }

## Challenges, incapacitated operatives, rules that meet

# $ruling: what was ruled, a fragment such as "A1: Shoot, target B2".
prompt-challenge = Challenge: { $ruling }
prompt-challenge-roll = { NAME($player) } rolls one die for the challenge. If { NAME($challenger) } has the higher die, this is taken back: { $ruling }
prompt-challenge-by = Challenge by { NAME($player) }: { $ruling }
prompt-put-down = { NAME($operative) } is incapacitated. Place { NAME($marker) } within its control range.
prompt-last-action = { NAME($operative) } is incapacitated. Perform one free action before it is removed?
prompt-rule-order = Which rule is resolved first?

## Faults of an answer

prompt-only-pass = { QUOTE($found) } is not offered in this phase ({ $phase }). Answer with 'pass'.
prompt-not-asked = There is no question { QUOTE($prompt) } in this phase ({ $phase }).
