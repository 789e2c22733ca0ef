### Positions of operatives, terrain and markers

## Warnings: where things are, and how certain that is

position-covered = Covered, and kept where last seen: { LIST(NAME($operatives)) }. Uncover them, or say that they have left the table.
# $more: number of things that are not listed.
position-unseen = Not seen since the start, and taken to be where they were: { LIST(NAME($things)) }{ $more ->
    [0] .
   *[other] , and { $more } more.
 }
position-lifted = { NAME($thing) }: its place is uncertain. Its tag looks { PERCENT($larger) } too large, as if it were { LENGTH($gap, digits: 2) } too high. Put it down; if it stands, measure its tag.
position-tag-smaller = { NAME($thing) }: its place is uncertain. Its tag looks { PERCENT($smaller) } too small. Measure the tag, and correct its size in the catalogue.
position-tilted = { NAME($thing) }: its place is uncertain. Its base looks tilted by about { DECIMAL($tilt_deg, digits: 0) }°. Stand it flat; if it stands flat, glue its tag on flat.
position-many-off-surface = { $off } of { $all } things look too high or too low at once. Either the lens file is for another camera mode or focus, or a sheet was not printed at 100 %. Calibrate the lens in this mode, and check the printed rulers.
position-level-doubtful = { NAME($thing) } is taken to be on { NAME($level) }, but { LIST(NAME($others), last: "or") } fits nearly as well.
position-overhang = { NAME($thing) }: the base hangs over the edge of { NAME($level) } by { LENGTH($overhang, digits: 2) }.
position-hidden-terrain = { NAME($thing) } is as high as { NAME($level) }, but no tag of { NAME($level) } is visible. Uncover its tags, or take away what is under the model.

## Errors in a position that a file describes

position-apl-or-move = An operative has APL { $apl } and Move { $move }; expected 0 to 9 and 0 to 30.
position-wounds = An operative has { $wounds } of { $start } wounds; expected 0 to { $start }, and at least 1 at the start.
position-status-missing = { LIST($operatives) }: each operative on the table needs a status, and each status an operative.
position-marker-unknown = No marker is called { QUOTE($marker) }; there are { LIST($known) }.
