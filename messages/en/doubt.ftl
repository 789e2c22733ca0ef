### Too close to call in a shot or fight: questions to both players, and their answers

# $what: the intent, for example "A1: Fight, target B2". $questions: the following.
doubt-question = { $what }? Too close to call. { SENTENCES($questions) }
# $range: control range or Engagement Range.
doubt-helps = Does { NAME($operative) } help: is it within { $range } of one enemy only?
doubt-garrisoned = Is { NAME($operative) } wholly within the stronghold?
doubt-near = Is { NAME($operative) } near enough to { NAME($other) }?
# $given, $otherwise: the number of the weapon rule Accurate, or 0 for nothing.
doubt-vantage = Against { NAME($operative) }, does Vantage give { $given ->
    [0] nothing
   *[other] Accurate { $given }
 } or { $otherwise ->
    [0] nothing
   *[other] Accurate { $otherwise }
 }?

## Answers. Scripts choose by their beginning: do not change how one begins.

doubt-in-line = Is an operative with an Engage order in the line to { NAME($operative) } from every side of the base? It costs one attack dice.
doubt-answers = { COMMAS($answers) }
doubt-is-helping = { NAME($operative) } helps
doubt-not-helping = { NAME($operative) } does not help
doubt-is-garrisoned = { NAME($operative) } is wholly within the stronghold
doubt-not-garrisoned = { NAME($operative) } is not wholly within the stronghold
doubt-is-near = { NAME($operative) } is near enough
doubt-not-near = { NAME($operative) } is not near enough
doubt-is-in-line = one attack dice less
doubt-not-in-line = all attack dice
doubt-vantage-gives = Vantage gives { $number ->
    [0] nothing
   *[other] Accurate { $number }
 }
