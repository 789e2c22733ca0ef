### Actions and ploys that are offered, and why they are not possible

## Ploys

# $moments: several of the fragments below.
offer-ploy-no-effect = No effect now: no friendly operative { LIST($moments, last: "or") }.
offer-ploy-moment = { $moment ->
    [retaliating] is retaliating
    [fighting] is fighting
    [shooting] is shooting
    [falling-back] has just fallen back
   *[fallen] was just incapacitated
 }

## Actions

offer-no-hatch = There is no hatch.
offer-no-enemy = There is no enemy to target.
# Fragments: labels of choices. The last parts are left out if they do not apply.
offer-hatch = { $open ->
    [yes] close { $hatch }
   *[no] open { $hatch }
 }
offer-token = { $kind ->
    [objective] objective
    [smoke] smoke
    [mine] mine
   *[other] { $kind }
 } token { $token } at its place
offer-marker = { $kind ->
    [objective] objective
    [smoke] smoke
    [mine] mine
   *[other] { $kind }
 } { $marker }
offer-target = { $name }
offer-target-weapon = { $name }, { $weapon }
# $choice: one of the labels above.
offer-too-close = { $choice }, too close to call
# $reason: the condition that decides.
offer-open = Too close to call: { $reason }
offer-up-to = Up to { INCHES($inches) }.
offer-damage = damage { $normal }/{ $critical }
# $facts: the damage and the weapon rules that tell one weapon from the others.
offer-weapon-facts = { COMMAS($facts) }
offer-move = { INCHES($inches) }, { $cost } AP

## Measurements

# $start, $end: an operative, or a point in inches.
offer-distance = { $start } to { $end }
offer-distance-engaged = { $start } to { $end }, within { $range } of each other
offer-point = { DECIMAL($x) }, { DECIMAL($y) }
offer-length = { LENGTH($inches, digits: 2) }
# $claim: "A1 can see B2".
offer-fact-close = Too close to call: { $claim }
offer-length-sigma = { MEASURED($inches, $sigma, digits: 2) }

## Faults of what was asked

offer-operative-unknown = No operative of this game is called { QUOTE($operative) }.
offer-operative-off = { NAME($operative) } is not on the table.
offer-move-unknown = No move is called { QUOTE($move) }; there are { LIST($known) }.
offer-no-image = The camera has not sent an image yet. Wait for the first one.

## What the available actions do not count, because nobody has confirmed it yet

offer-move-unconfirmed = These actions do not count the move of { NAME($operative) }. Confirm it first, or set the model back.
offer-action-unconfirmed = These actions do not count { $action } by { NAME($operative) }. Confirm it first, or answer No.
offer-model-moving = These actions do not count where { NAME($operative) } is being moved. The table asks once the model stands still.
