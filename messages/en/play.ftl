### `overlook play`: a script instead of a camera

## Help of options

play-help-script = A script (JSON); see docs/scripted-table.md.
play-help-json = Print every step and the final state as JSON.
play-help-show = Serve the table's pages on this port while the script runs.
play-help-pace = With --show: seconds between two steps.

## Lines of its output

play-rule-unknown = { $file }: the edition has no weapon rule { QUOTE($rule) }. It is shown, but not applied.
# A step that tests the state. $step: its number.
play-expect = { $step }. expect: { $held ->
    [yes] holds
   *[no] does not hold
 }
# A step of a player. $kind: what the step does, as in the script; $events: kinds of events that it caused.
play-accepted = { $step }. { $by }, { $kind }: { $events ->
    [none] nothing
   *[other] { LIST($events) }
 }
play-refused = { $step }. { $by }, { $kind }: refused: { $why }
play-expectations = { $held } of { $all } expectations hold.
