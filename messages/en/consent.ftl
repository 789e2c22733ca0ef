### Consent: what one player asks of the other, and the answers
# In this file, $player, $by and $to are players.

consent-ask = { NAME($player) } has to agree to that. Ask, and play on.
consent-not-yours = That is the other player's alone.
consent-nobody = Nobody can be asked: the other player has no phone at this table. Use the table's screen.
consent-one-open = You have an open request. Withdraw it first.
consent-declined-often = { NAME($player) } declined that { $times } times in this turning point. Ask again in the next one, or ask a referee.
consent-no-request = That request is no longer open.
consent-not-asked = Only { NAME($player) } can answer that request. The table's screen can, once that phone has been away for 30 seconds.
consent-referee = A referee is asked: { $means }
consent-accepted = { NAME($to) } agreed: { $means }
consent-declined = { NAME($to) } declined: { $means }
consent-void = The request is void: { $means }
consent-withdrawn = { NAME($by) } withdrew the request: { $means }

## A seat that has a phone

consent-hand-over = Another device asks for the seat of { NAME($player) }. Accept only if that is your new phone. After 30 seconds the table's screen may accept.
consent-hand-over-not-yours = Only the phone of { NAME($player) } can hand its seat over. The table's screen can after 30 seconds.
# $by: a player, or "table" for the table's screen.
consent-handed-over = The seat of { NAME($player) } was handed over to another device: { $by ->
    [table] on the table's screen.
   *[other] by its phone.
 }
consent-hand-over-declined = The seat of { NAME($player) } was not handed over to another device.

## What a request would change
# $changes: messages below, such as "Deckhand Ilka: 8 wounds again, not 5". $step: a message: what was done.

consent-undo = Undo: { $step }
consent-undo-changes = Undo: { $step } { SENTENCES($changes) }
consent-redo = Redo: { $step }
consent-redo-changes = Redo: { $step } { SENTENCES($changes) }
consent-wounds-again = { NAME($operative) }: { $back } wounds again, not { $now }.
consent-place-again = { NAME($operative) }: back at the place before.
consent-vp-again = { NAME($player) }: { $back } VP again, not { $now }.
consent-cp-again = { NAME($player) }: { $back } CP again, not { $now }.
consent-wounds = { NAME($operative) }: { $back } wounds, not { $now }.
# $change: with its sign, such as "+1".
consent-stat = { NAME($operative) }: { $stat ->
    [apl] apl
    [move] move
    [hit] hit
    [save] save
   *[other] { $stat }
 } changes by { $change }.
# $states: messages of an order and of readiness.
consent-status = { NAME($operative) }: { LIST($states) }.
consent-revive = { NAME($operative) }: back on the killzone with { $wounds ->
    [one] 1 wound.
   *[other] { $wounds } wounds.
 }
consent-marker-new = New marker { NAME($marker) } at { DECIMAL($x) }, { DECIMAL($y) }.
consent-marker-moved = { NAME($marker) }: moved to { DECIMAL($x) }, { DECIMAL($y) }.
consent-marker-removed = { NAME($marker) }: taken off the killzone.
consent-end-stage = End of turning point { $number }: nothing more is scored in it.
consent-end-battle = End of the battle: nothing more is played or scored.
# $ruling: a message: what was challenged.
consent-uphold = The challenged ruling is upheld: { $ruling }
consent-roll-off = A roll-off decides the challenge: { $ruling }
consent-take-back = The challenged act is taken back: { $ruling }
