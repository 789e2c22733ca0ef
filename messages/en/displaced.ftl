### Models, markers and terrain that are not where the game has them

displaced-carried-terrain = { $feature } was moved, but no operative carried it. Put it back. Until then it is judged at its previous place. Only { $action } moves it.
displaced-model-asked = { NAME($operative) } stands { LENGTH($apart) } from its place in the game. Confirm that move first, or set the model back.
displaced-model = { NAME($operative) } stands { LENGTH($apart) } from its place in the game. Set it back, or place it by hand on a phone.
displaced-marker = { NAME($marker) } lies { LENGTH($apart) } from its place in the game. Put it back at { DECIMAL($x) }, { DECIMAL($y) }, or place it by hand on a phone.
displaced-carried-marker = { NAME($marker) } is carried by { NAME($operative) } but lies at { DECIMAL($x) }, { DECIMAL($y) }. Take it off the table, or lay it beside its carrier.
displaced-marker-gone = { NAME($marker) } was taken off the table, but no action picked it up. Put it back at { DECIMAL($x) }, { DECIMAL($y) }. Until then, rulings count it there.
displaced-terrain-gone = { $feature } is no longer on the table. Put it back. Until then it is judged at its previous place.
displaced-terrain = { $feature } stands { LENGTH($apart) } from its place in the game. Put it back. Until then it is judged at its previous place.
# $feature is a barricade, a ladder or another piece of equipment; $x, $y: where it stood.
displaced-equipment = { $feature } was moved by hand: it stands { LENGTH($apart) } from its place. No action moves it. Put it back at { DECIMAL($x) }, { DECIMAL($y) }. Until then, rulings count it there.
displaced-equipment-gone = { $feature } was taken off the table, but no action removes it. Put it back at { DECIMAL($x) }, { DECIMAL($y) }. Until then, rulings count it there.
displaced-model-turned = { NAME($operative) } is turned by { DECIMAL($turned, digits: 0) }°. Turn it back, because a base turns only in its own move.

## Notes of a ruling

displaced-unseen = Judged at the last seen { $number ->
    [one] place
   *[other] places
 }: { LIST(NAME($operatives)) }
displaced-by-hand = Placed by hand, ± { INCHES($error) }: { LIST(NAME($operatives)) }
