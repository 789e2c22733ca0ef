### Reading dice in an image: why a roll is not accepted

## The whole image

dice-none = No dice seen. Throw again, or enter the roll by hand.
dice-hand = A hand or another large object is in the tray. Take it out.
# $x, $y: pixels of the tray's view.
dice-object = Something at { $x }, { $y } of the tray's view cannot be read as a die. Take it out, or separate the dice.
dice-unsteady = The dice are at rest, but repeated readings differ. Enter what the dice show.
dice-cut-off = Some dice may be partly outside the image. Move them into view, or enter how many were thrown.

## The number of dice

dice-too-many = { $seen } dice seen, and at most { $most } can be read at once. Throw fewer, or enter the roll by hand.
dice-extra = { $seen } dice seen, { $thrown } thrown. Take the others out, or enter the roll by hand.
dice-fewer = { $seen } dice seen, { $thrown } thrown. Separate dice that touch, or enter the roll by hand.
dice-perhaps-more = { $read } dice read, and { $perhaps ->
    [one] 1 more object
   *[other] { $perhaps } more objects
 } may be dice. Enter how many were thrown.
dice-perhaps-another = { $read } dice read, but another object may be a die. Enter how many were thrown.

## Some of the dice; the page marks them

dice-cocked = { $cocked } of { $dice } dice cocked. Throw those again, or enter what they show.
dice-doubtful = { $doubtful } of { $dice } dice uncertain. Enter what the marked ones show.
dice-uncertain = { $doubtful } of { $dice } dice not read with enough certainty. Enter what the marked ones show.
dice-uncertain-make = { $doubtful } of { $dice } dice not read with enough certainty: dice of this make were not read before. Enter what the marked ones show.
dice-other-size = { $unlike } of { $dice } dice differ in size from the rest. Enter what the marked ones show.
dice-not-given-size = { $unlike } of { $dice } dice look larger or smaller than the { DECIMAL($edge, digits: 0) } px that you gave. Enter what the marked ones show.
dice-pips-differ = { $differ } of { $dice } dice: the number of pips differs from the value read. Enter what the marked ones show.
dice-on-card = { $pictured } of { $dice } dice may be printed on a card or shown on a screen. Enter how many were thrown.
dice-owner = { $unowned } of { $dice } dice: the colour does not show the owner. Enter whose the marked ones are.
