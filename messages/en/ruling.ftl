### Rulings: their probabilities, thresholds and advice

ruling-figure-nan = Finding { $rule }: a figure is not a number.
ruling-sigma = Finding { $rule }: sigma is { QUOTE($found) }; expected a finite number of at least 0.
ruling-threshold = The threshold is { $found }; expected at least 0.5 and less than 1, for example 0.955.
ruling-probability = The ruling “{ $claim }” has the probability { $found }; expected 0 to 1.

## Advice for a ruling that is too close to call

# $missing: "length" if one measurement decides, else "certainty". $where: "here" if a point is shown, else "anywhere".
# $by_hand: labels of models whose positions a person entered.
ruling-settling = { $missing ->
    [length] The measurement is { MM($short) } too near the limit to be certain.
   *[certainty] Several measurements are each slightly uncertain, and no single one decides this.
 } { $where ->
    [here] Measure at the marked point and enter the result,
   *[anywhere] Measure the distance and enter the result,
 } { $by_hand ->
    [none] or clear the camera's view.
   *[other] or let the camera see what was entered by hand: { LIST($by_hand) }.
 }

## Notes of a ruling

# $option: an open question of the rules; $reading: how this table reads it. Both are names from the table's settings.
ruling-reading = read as: { $option } = { $reading }

## Why a ruling is uncertain

# The cause of an error, within the next two texts. $thing: a model, a marker or a terrain feature.
ruling-cause-of = { $cause ->
    [pixel] image of the tag of { NAME($thing) }
    [lens] lens, at { NAME($thing) }
    [board] board position, at { NAME($thing) }
    [level] height of the surface under { NAME($thing) }
    [mounting] mounting of the tag of { NAME($thing) }
    [rim] outline of the base of { NAME($thing) }
    [path] path of { NAME($thing) }
   *[other] position of { NAME($thing) }
 }
# The same for an error that all positions share.
ruling-cause = { $cause ->
    [lens] lens
    [board] board position
    [path] search for the cheapest path
   *[other] all positions together
 }
# $share: share of the variance. $sigma: the standard deviation that this cause alone has.
ruling-share = { $cause }: { PERCENT($share) } of the uncertainty, ±{ LENGTH($sigma, digits: 3) }
# What reduces the largest cause of the uncertainty.
ruling-settling-first-of = { $cause ->
    [pixel] Let the camera see the tag of { NAME($thing) } better
    [lens] Calibrate the lens
    [board] Flatten the board and calibrate its position
    [level] Check what { NAME($thing) } stands on
    [mounting] Measure the tab of { NAME($thing) }
    [rim] Clear the camera's view of the base of { NAME($thing) }
    [path] Show the path of { NAME($thing) }
   *[other] Measure the position of { NAME($thing) }
 }: { PERCENT($share) } of the uncertainty.
ruling-settling-first = { $cause ->
    [lens] Calibrate the lens
    [board] Flatten the board and calibrate its position
    [path] Show the path
   *[other] Measure the positions
 }: { PERCENT($share) } of the uncertainty.
# $advice: the text ruling-settling. $first: one of the two above.
ruling-settling-cause = { $advice } { $first }
