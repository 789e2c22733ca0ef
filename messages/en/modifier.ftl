### Why the dice of a shot or a fight differ from the weapon's or operative's card. Lines beside an operative's dice.
### $worse: whether the required roll becomes higher. $amount: by how much.

modifier-injured = Hit { $amount } { $worse ->
    [yes] worse
   *[no] better
 }: injured
# $stat: Hit or Save. $why: the reason that a person or a rule gave.
modifier-changed = { $stat ->
    [Hit] Hit
    [Save] Save
   *[other] { $stat }
 } { $amount } { $worse ->
    [yes] worse
   *[no] better
 }: { $why }
modifier-changed-by-hand = { $stat ->
    [Hit] Hit
    [Save] Save
   *[other] { $stat }
 } { $amount } { $worse ->
    [yes] worse
   *[no] better
 }: changed by hand
modifier-point-blank = Hit { $amount } { $worse ->
    [yes] worse
   *[no] better
 }: shot at point-blank range
modifier-overwatch = Hit { $amount } { $worse ->
    [yes] worse
   *[no] better
 }: overwatch
# A finding of a fight. $reading: "read as: ...".
modifier-relentless-as-read = Relentless re-rolls any of the attack dice ({ $reading }).
modifier-stun-as-read = Stun counts critical hits ({ $reading }).
modifier-support-as-read = A friend is engaged with another enemy too ({ $reading }).
modifier-helped = Hit { $amount } { $worse ->
    [yes] worse
   *[no] better
 }: { NAME($helper) } helps
modifier-protective-cover = Save { $amount } { $worse ->
    [yes] worse
   *[no] better
 }: Protective cover
# $rule: a weapon rule as on a card, "Lethal 5+".
modifier-killzone-rule = Gains { $rule } from the killzone
modifier-operative-in-line = { $dice ->
    [one] 1 attack die
   *[other] { $dice } attack dice
 } fewer: an operative with an Engage order is in the line
# "Accurate 2": a weapon rule.
modifier-accurate = Accurate { $number }: shoots from Vantage
# $most: the highest Piercing that still counts.
modifier-smoke = { $most ->
    [0] No Piercing
   *[other] Piercing at most { $most }
 }: { NAME($target) } is in smoke
modifier-vantage-cover = Cover retains one critical or two normal saves: shot from Vantage

## Effects of weapon rules. $rule: as on a card, "Lethal 5+".

modifier-criticals-from = Criticals on { $face }+: { $rule }
modifier-fewer-defence-dice = { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 } fewer: { $rule }
modifier-only-criticals-save = Only criticals stop hits: { $rule }
# $word: "block" or "parry", the edition's term.
modifier-only-criticals-block = Only criticals { $word ->
    [parry] parry
   *[block] block
 }: { $rule }
modifier-resolves-first = Resolves the first die: wholly within a stronghold, { NAME($attacker) } is not
