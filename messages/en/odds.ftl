### Odds and fairness of dice

# $found is shown as it was given, which may be no number.
odds-face = A die cannot show { $found }. Each die shows 1 to 6.
# $six: the chance of a six. $level, $power: of the statistical test.
odds-chances = The chance of a six is { $six }, the level { $level } and the power { $power }. Expected a chance from 0 to 1, and level less than power, both between 0 and 1.
odds-fair-die = A fair die cannot be told from a fair die. Give a chance of a six other than 1 in 6.
