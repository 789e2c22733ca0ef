### Dice that are entered, and choices that are made, while a shot or a fight is resolved

## Dice

# $found and the dice are shown as they were entered, which may be no numbers.
roll-face = A die cannot show { $found }. Entered: { LIST($dice) }. Each die shows a whole number from 1 to 6.
roll-count = { $found ->
    [one] 1 die was
   *[other] { $found } dice were
 } entered ({ LIST($dice) }), and { $expected ->
    [one] 1 die is
   *[other] { $expected } dice are
 } expected.
# $due is one of roll-due-...
roll-dice-not-due = The dice { LIST($dice) } are not expected now. { $due }
roll-choice-first = No dice are expected at the step "{ $stage }": { NAME($player) } makes a choice there.
roll-weapon-first = No dice are expected yet: { NAME($player) } chooses a melee weapon first.

## Choices. Each has a key such as re-roll:balanced:2.

roll-choice-form = { QUOTE($found) } is not a choice. Expected an action, a rule and numbers, for example re-roll:balanced:2.
roll-choice-not-due = { QUOTE($choice) } cannot be chosen now. { $due }
# $offered: keys of choices. $readings: how a rule is read that the published text leaves open, if it matters here.
roll-choice-refused = { QUOTE($choice) } cannot be chosen at the step "{ $stage }". Possible: { LIST($offered, last: "or") }{ $readings ->
    [none] .
   *[other] {" "}({ LIST($readings) }).
 }
roll-dice-first = { QUOTE($choice) } cannot be chosen at the step "{ $stage }": { $dice ->
    [one] 1 die is
   *[other] { $dice } dice are
 } rolled there.
roll-no-command-point = { QUOTE($choice) } cannot be chosen: { NAME($player) } has no command point left.
# $side: "attacker" or "defender".
roll-due-dice = Expected: { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 } of the { $side }.
roll-due-choice = Expected: a choice of the { $side }.
roll-due-nothing = All dice are resolved.
roll-fight-over = The fight is over. Neither dice nor choices are expected.
roll-shooting-over = The shooting is over. Neither dice nor choices are expected.
roll-stage-unknown = The dice have no step { QUOTE($stage) }. The steps are { LIST($known) }.

## Re-rolls. Dice are counted from 0.

roll-reroll-refused = { QUOTE($choice) } is refused: no rule allows a re-roll of these dice ({ LIST($dice) }).
roll-die-unknown = There is no die { $die }.
roll-die-unrolled = Die { $die } was retained without a roll, so it cannot be re-rolled.
roll-die-twice = Die { $die } was already re-rolled. No die is re-rolled twice.
# $source: the rule or ploy.
roll-reroll-unknown = There is no rule { QUOTE($source) } here that allows a re-roll.
roll-reroll-face = The rule { QUOTE($source) } does not allow a re-roll of a { $face } here.
