### Warnings about models and terrain: where they are, and how certain that is

position-covered = Covered, and kept where last seen: { LIST(NAME($operatives)) }. Uncover them, or say that they have left the table.
# $more: number of things that are not listed.
position-unseen = Not seen since the start, and taken to be where they were: { LIST(NAME($things)) }{ $more ->
    [0] .
   *[other] , and { $more } more.
 }
position-off-surface = { NAME($thing) } looks { LENGTH($gap, digits: 2) } { $side ->
    [above] above
   *[below] below
 } its surface: it is lifted or tilted, or its tags were printed at another size.
position-many-off-surface = { $off } of { $all } things look too high or too low at once. Either the lens file is for another camera mode or focus, or a sheet was not printed at 100 %. Calibrate the lens in this mode, and check the printed rulers.
position-level-doubtful = { NAME($thing) } is taken to be on { NAME($level) }, but { LIST(NAME($others), last: "or") } fits nearly as well.
position-overhang = { NAME($thing) }: the base hangs over the edge of { NAME($level) } by { LENGTH($overhang, digits: 2) }.
position-hidden-terrain = { NAME($thing) } is as high as { NAME($level) }, but no tag of { NAME($level) } is visible. Uncover its tags, or take away what is under the model.
