### Scoring: who controls each objective, and what may be scored

## Control of objectives. $marker is a label, such as "M1".

score-controlled = { $marker }: controlled by { NAME($player) } with { LIST(NAME($operatives)) }.
# $apl: the total APL of each side.
score-contested = { $marker }: contested by { LIST(NAME($operatives)) } with equal APL ({ LIST($apl) }).
score-uncontrolled = { $marker }: nobody controls it.
score-unseen = { $marker }: not seen.
score-too-close = { $margins ->
    [none] { $marker }: too close to call. Check which operatives are near enough.
   *[other] { $marker }: too close to call. { LIST($margins) }.
 }
# Part of the text above. $where: inside or outside the range. $margin, $sigma: inches.
score-margin = { NAME($operative) } is { $where ->
    [inside] inside
   *[outside] outside
 } by { LENGTH($margin, digits: 2) } (±{ LENGTH($sigma, digits: 2) })
# $held: one of the texts above.
score-by-rule = { $held } Rule { $rule }.

## Why points may be scored. Fragments.

score-op-controls = controls { LIST($markers) }
score-op-controls-none = controls no objective
score-op-fallen = { $fallen ->
    [0] no enemy operative incapacitated
    [one] one enemy operative incapacitated
   *[other] { $fallen } enemy operatives incapacitated
 }
score-op-secret = known only to its player
# $name: the name of the op on its card.
score-op-named = { $op }: { $name }
# Fragment: why a point was scored. $reading: "read as: name = reading".
score-kill-grade = higher kill grade ({ $reading })
