### Choices about dice. Scripts choose by the beginning of the English text: do not change how one begins.

choose-no-target = Shoot at nobody else
choose-keep = Keep the dice as they lie
choose-target = Shoot { NAME($target) } next
choose-share = { $dice ->
    [one] 1 attack die
   *[other] { $dice } attack dice
 } for { NAME($target) }
choose-weapon = { $weapon }
choose-use = Use { $rule }
choose-decline = Do not use { $rule }
choose-roll-all = Roll every die

## Fights. $own, $foe: crit or normal. $word: "block" or "parry", the edition's term.

choose-strike = Strike with { $own ->
    [crit] a critical success
   *[normal] a normal success
 }
choose-stop = { $word ->
    [parry] Parry
   *[block] Block
 } { $foe ->
    [crit] a critical success
   *[normal] a normal success
 } with { $own ->
    [crit] a critical success
   *[normal] a normal success
 }
choose-stop-nothing = { $word ->
    [parry] Parry
   *[block] Block
 } nothing with { $own ->
    [crit] a critical success
   *[normal] a normal success
 }

## Numbers of dice. $number is choose-number; a translation may use $count in its place.

choose-number = { $count ->
    [1] a
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
   *[other] { $count }
 }
choose-normal-saves = { $number } { $count ->
    [one] normal save
   *[other] normal saves
 }
choose-critical-saves = { $number } { $count ->
    [one] critical save
   *[other] critical saves
 }
choose-criticals = { $number } { $count ->
    [one] critical
   *[other] criticals
 }
choose-saves = { $number } { $count ->
    [one] save
   *[other] saves
 }
choose-successes = { $number } { $count ->
    [one] success
   *[other] successes
 }
choose-fails = { $number } { $count ->
    [one] fail
   *[other] fails
 }
choose-face = a { $face }

## Blocks of a shot. $blocks: messages of this group.

choose-block = Block { $blocks ->
    [none] nothing
   *[other] { LIST($blocks) }
 }
choose-block-critical-by-critical = { $number } { $count ->
    [one] critical hit with a critical save
   *[other] critical hits with critical saves
 }
choose-block-normal-by-critical = { $number } { $count ->
    [one] normal hit with a critical save
   *[other] normal hits with critical saves
 }
choose-block-critical-by-normals = { $number } { $count ->
    [one] critical hit with two normal saves
   *[other] critical hits with two normal saves each
 }
choose-block-normal-by-normal = { $number } { $count ->
    [one] normal hit with a normal save
   *[other] normal hits with normal saves
 }

## Dice that are kept without a roll, and re-rolls. $dice: messages above.

choose-retain = Keep { $number } { $count ->
    [one] normal hit
   *[other] normal hits
 } ({ $rule })
choose-retain-cover = Keep { LIST($dice) } from cover
choose-reroll = Re-roll { LIST($dice) } ({ $rule })
choose-reroll-for-cp = Re-roll { LIST($dice) } ({ $rule }, 1 CP)

## What the camera cannot tell, or the defender may choose

choose-cover = Cover: it has its cover save and is not obscured
choose-obscured = Obscured: it has no cover save
choose-in-cover = In cover: it has its cover save
choose-not-in-cover = Not in cover: it has no cover save
choose-is-obscured = Obscured
choose-not-obscured = Not obscured
choose-in-smoke = In smoke: Piercing counts less or not at all
choose-not-in-smoke = Not in smoke: Piercing counts in full
choose-near-hurt = Near enough: criticals hurt it as well
choose-too-far-hurt = Too far: criticals do not hurt it
choose-near-shot = Near enough: it is shot as well
choose-too-far-shot = Too far: it is not shot

## Dice that were thrown several times. Fragments in brackets behind a question.

# $throws: the first is choose-throw, the others are choose-next-throw.
choose-thrown = thrown { $times ->
    [2] twice
   *[other] { $times } times
 }: { COMMAS($throws) }
# $faces: "6 4 1", or "cocked" if no die was flat.
choose-throw = { $faces ->
    [cocked] cocked dice
   *[other] { $faces }
 }
choose-next-throw = then { $faces ->
    [cocked] cocked dice
   *[other] { $faces }
 }
