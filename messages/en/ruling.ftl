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
