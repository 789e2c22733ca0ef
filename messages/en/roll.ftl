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
roll-choice-first = No dice are expected at the step "{ $stage ->
    [block] block
   *[other] { $stage }
 }": { NAME($player) } makes a choice there.
roll-weapon-first = No dice are expected yet: { NAME($player) } chooses a melee weapon first.

## Choices. Each has a key such as re-roll:balanced:2.

roll-choice-form = { QUOTE($found) } is not a choice. Expected an action, a rule and numbers, for example re-roll:balanced:2.
roll-choice-not-due = { QUOTE($choice) } cannot be chosen now. { $due }
# $offered: keys of choices. $readings: how a rule is read that the published text leaves open, if it matters here.
roll-choice-refused = { QUOTE($choice) } cannot be chosen at the step "{ $stage ->
    [block] block
   *[other] { $stage }
 }". Possible: { LIST($offered, last: "or") }{ $readings ->
    [none] .
   *[other] {" "}({ LIST($readings) }).
 }
roll-dice-first = { QUOTE($choice) } cannot be chosen at the step "{ $stage ->
    [block] block
   *[other] { $stage }
 }": { $dice ->
    [one] 1 die is
   *[other] { $dice } dice are
 } rolled there.
roll-no-command-point = { QUOTE($choice) } cannot be chosen: { NAME($player) } has no command point left.
# $side: "attacker" or "defender".
roll-due-dice = Expected: { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 } of the { $side ->
    [attacker] attacker
   *[defender] defender
 }.
roll-due-choice = Expected: a choice of the { $side ->
    [attacker] attacker
   *[defender] defender
 }.
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

## Questions about dice. $target, $user: the name of an operative, with its id if two have the same name.

# The question of a game without a table. $targets: none or one.
roll-asked = { NAME($player) }, { $action }{ $targets ->
    [none] {""}
   *[other] {" "}{ LIST(NAME($targets)) }
 }: { $stage ->
    [block] block
   *[other] { $stage }
 }{ $readings ->
    [none] {""}
   *[other] {" "}({ LIST($readings) })
 }
# $purpose is one of the following. $needed: roll-hits-on, roll-saves-on, roll-criticals-on, or none.
roll-throw = { $purpose }: roll { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 }{ $needed ->
    [none] {""}
   *[other] , { COMMAS($needed) }
 }
roll-shoots = { NAME($player) } shoots
roll-shoots-target = { NAME($player) } shoots { NAME($target) }
roll-fights = { NAME($player) } fights { NAME($target) }
roll-fights-back = { NAME($player) } fights back
roll-defends = { NAME($player) } defends { NAME($target) }
roll-rerolls = { NAME($player) } re-rolls
roll-hits-on = hits on { $face }+
roll-saves-on = saves on { $face }+
roll-criticals-on = criticals on { $face }+
# $worst: every result up to it hurts the operative that used the weapon.
roll-ask-test = { NAME($player) } tests for { $rule }: roll 1 die, { $worst ->
    [1] a 1
   *[other] any result of 1 to { $worst }
 } hurts { NAME($user) }
# $left: messages roll-left.
roll-turn = { NAME($player) }: re-roll one die? Left: { COMMAS($left) }. Next: { NAME($foe) }.
roll-turn-last = { NAME($player) }: re-roll dice? Left: { COMMAS($left) }.
roll-left = { $rule } { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 }
roll-ask-target = { NAME($player) }: which target next?
roll-ask-share = { NAME($player) }: how many of the dice at { NAME($target) }?
roll-ask-shelter = { NAME($player) }: is { NAME($target) } in cover or obscured?
roll-ask-weapon = { NAME($player) }: which weapon for { NAME($target) }?
roll-ask-unrolled = { NAME($player) }: keep dice without rolling them?
roll-ask-attack-reroll = { NAME($player) }: re-roll attack dice?
roll-ask-fight-reroll = { NAME($player) }: re-roll a die?
roll-ask-defence-reroll = { NAME($player) }: re-roll defence dice?
roll-ask-raise = { NAME($player) }: use a rule to improve a die?
roll-ask-invulnerable = { NAME($player) }: use the invulnerable save?
roll-ask-cover = { NAME($player) }: take the save from cover?
roll-ask-block = { NAME($player) }: which saves block which hits?
# $word: "block" or "parry", the edition's term.
roll-ask-resolve = { NAME($player) }: strike or { $word ->
    [parry] parry
   *[block] block
 }?
roll-ask-other = { NAME($player) }: { $stage ->
    [block] block
   *[other] { $stage }
 }?
# $reading: how this table reads a rule that the published text leaves open, "read as: ...".
roll-ask-by-reading = { $question } ({ $reading })

## What the camera cannot tell

roll-doubt-cover = Too close to call: is { NAME($target) } in cover? Decide together.
roll-doubt-obscured = Too close to call: is { NAME($target) } obscured? Decide together.
roll-doubt-smoke = Too close to call: is { NAME($target) } in smoke, so that Piercing counts less? Decide together.
roll-doubt-shot = Too close to call: is { NAME($target) } near enough to be shot as well? Decide together.
roll-doubt-hurt = Too close to call: is { NAME($target) } near enough to be hurt as well? Decide together.

## Lines beside the dice. $rule: the name of a weapon rule or ploy.

roll-note-obscured = obscured: criticals count as normal, one success is discarded
roll-note-discarded = one success is discarded
roll-note-rerolled = { $rule }: { $dice } re-rolled
roll-note-kept = { $rule }: { $dice } kept without rolling
roll-note-used = { $rule }
roll-note-tested = { $rule }: { $face }, { $lost ->
    [0] no damage
   *[other] { $lost } damage
 }

## What each rule did to the dice. $rule: as on the card, "Lethal 5+". $dice: faces, or "success", "fail" if a roll was
## only counted. $after: what the dice count as now: view-die-critical, view-die-success or view-die-fail.

roll-change = { $rule }: { COMMAS($dice) } → { $after }
roll-change-kept = { $rule }: { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 } kept without rolling, as { $after }
# $dice: several of the next fragment.
roll-change-rerolled = { $rule }: { COMMAS($dice) }
roll-change-face = { $was } → { $now }
roll-change-discarded = { $rule }: { COMMAS($dice) } discarded
# $rule of the texts above, if the rule is on no card.
roll-rule-obscured = Obscured
roll-rule-cover = Cover Save
roll-rule-invulnerable = Invulnerable Save

## Damage of a shot. $parts: several of the three fragments below.

roll-damage = Damage: { LIST($parts) } = { $total }. Wounds: { $before } → { $after }
roll-damage-none = No damage. Wounds: { $wounds }
roll-damage-normals = { $hits } × { $damage }
roll-damage-criticals = { $hits } × { $damage } critical
roll-damage-rule = { $rule } { $amount }

## Numbers of dice

roll-attack-dice = { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 }, hits on { $hit }+, damage { $normal }/{ $critical }
roll-defence-dice = { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 }, saves on { $save }+
roll-fewer-defence-dice = { $rolled } of { $dice } dice, saves on { $save }+
roll-chooses-weapon = no weapon chosen yet
roll-no-retaliation = does not retaliate
roll-in-cover = in cover
roll-perhaps-in-cover = in cover: too close to call
roll-obscured = obscured
roll-perhaps-obscured = obscured: too close to call

## Results. $own, $foe: crit or normal.

roll-strikes = { NAME($operative) } strikes with { $own ->
    [crit] a critical success
   *[normal] a normal success
 }: { $damage } damage
roll-stops = { NAME($operative) } { $word ->
    [parry] parries
   *[block] blocks
 } { $foe ->
    [crit] a critical success
   *[normal] a normal success
 } with { $own ->
    [crit] a critical success
   *[normal] a normal success
 }
roll-gives-up = { NAME($operative) } gives up { $own ->
    [crit] a critical success
   *[normal] a normal success
 }
# What a choice would do.
roll-effects = { COMMAS($effects) }
roll-effect-none = no damage
roll-effect-stops = stops the success
roll-effect-fallen = { NAME($operative) } has no wounds left to lose
roll-effect-falls = { NAME($operative) }: { $damage } damage, incapacitated
roll-effect-damage = { NAME($operative) }: { $damage } damage, { $before } → { $after }
    .spoken = { NAME($operative) }: { $damage } damage, { $before } to { $after }
# $parts: the following.
roll-result = { NAME($operative) }: { COMMAS($parts) }
roll-result-wounds = { $before } → { $after }
    .spoken = { $before } to { $after }
roll-result-unhurt = unhurt, { $wounds } of { $most }
roll-result-incapacitated = incapacitated
roll-result-injured = injured
# $sign: + or -.
roll-result-apl = APL { $sign }{ $change }

## Faults of a dice sequence in the program. $stage: the name of one of its stages, in the code's terms.

roll-odds-dice = The odds of stage { QUOTE($stage) } cannot be counted exactly: it rolls too many dice.
roll-stage-no-dice = Stage { QUOTE($stage) } takes no dice.
roll-stage-no-choice = Stage { QUOTE($stage) } takes no choice.
roll-last-stage = The last stage of a fight must resolve dice. Found { QUOTE($stage) }.
