### Visibility, cover, obscured, and valid targets

## Claims: the text that holds, and the one that fails

sight-claim-sees = { NAME($viewer) } can see { NAME($target) }
    .fails = { NAME($viewer) } cannot see { NAME($target) }
sight-claim-cover = { NAME($target) } is in cover
    .fails = { NAME($target) } is not in cover
sight-claim-obscured = { NAME($target) } is obscured
    .fails = { NAME($target) } is not obscured
# The weapon rule Accurate from a Vantage Point; 0: it has no Accurate.
sight-claim-accurate = { $value ->
    [0] The attack has no Accurate
   *[other] The attack has Accurate { $value }
 }
    .fails = The attack has another value of Accurate

## Conditions

sight-visible = The line of sight is clear.
    .fails = { $blockers ->
        [none] The line of sight is blocked.
       *[other] The line of sight is blocked by { LIST(NAME($blockers)) }.
    }
sight-cover-distance = The shooter is { LENGTH($measured) } away: far enough for cover to count.
    .fails = The shooter is { LENGTH($measured, $required) } away: too close for cover to count.
sight-cover-given = Cover is given by { LIST(NAME($parts)) }.
    .fails = Nothing near the target gives cover.
# The weapon has Indirect: no terrain and no base gives cover against it.
sight-cover-counts = Cover counts against this weapon.
    .fails = The weapon is Indirect, so nothing gives cover against it.
sight-obscured-by = The target is obscured by { LIST(NAME($parts)) }.
    .fails = Nothing between them obscures the target.
sight-weapon-range = { NAME($target) } is { LENGTH($measured) } away, within the weapon's range of { INCHES($required) }.
    .fails = { NAME($target) } is { LENGTH($measured, $required) } away, beyond the weapon's range of { INCHES($required) }.
sight-friend-not-engaged = { NAME($friend) } is close, but not engaged with { NAME($target) }.
    .fails = { NAME($friend) } is engaged with { NAME($target) }.
sight-claim-vantage-accurate = { $value ->
    [0] { NAME($shooter) } gets no Accurate from a Vantage Point
   *[other] { NAME($shooter) } gets Accurate { $value } from a Vantage Point
 }
    .fails = { NAME($shooter) } gets another value of Accurate from a Vantage Point
sight-claim-valid-target = { NAME($target) } is a valid target
    .fails = { NAME($target) } is not a valid target
sight-claim-may-select = { NAME($shooter) } may select { NAME($target) }
    .fails = { NAME($shooter) } may not select { NAME($target) }
sight-claim-in-line = { NAME($target) } is in line of sight
    .fails = { NAME($target) } is not in line of sight
sight-claim-smoke-piercing = Smoke takes Piercing from the attack on { NAME($target) }
    .fails = Smoke does not take Piercing from the attack on { NAME($target) }
sight-smoke-between = Smoke lies between them.
    .fails = No smoke lies between them.
sight-in-smoke = { NAME($target) } is in smoke.
    .fails = { NAME($target) } is not in smoke.
sight-not-concealed = { NAME($target) } has a Conceal order, but no cover that counts.
    .fails = { NAME($target) } is concealed by { LIST(NAME($parts)) }.
sight-in-line = { NAME($target) } is in line of sight.
    .fails = { $why ->
        [obscured] { NAME($target) } is obscured by { LIST(NAME($parts)) }.
       *[concealed] { NAME($target) } is concealed behind { LIST(NAME($parts)) }.
    }
sight-cover-line-clear = A cover line crosses no wall.
    .fails = Every cover line crosses a wall, so the target is out of sight.
sight-cover-line-by-wall-end =
    .fails = No cover line crosses a corner or the end of a wall.
sight-claim-line-crossed = An operative with an Engage order is in the line to { NAME($target) }
    .fails = No operative with an Engage order is in the line to { NAME($target) }
sight-line-crossed = From every side of the base, cover lines cross { $operatives ->
        [none] an operative.
       *[other] { LIST(NAME($operatives)) }.
    }
    .fails = From some side of the base, no cover line crosses an operative with an Engage order.
sight-claim-hidden-from-above = Some of the base of { NAME($target) } is hidden from above
    .fails = No part of the base of { NAME($target) } is hidden from above
sight-hidden-from-above = Some of the base of { NAME($target) } is hidden from above by { LIST(NAME($parts)) }.
    .fails = No terrain hides any of the base of { NAME($target) } from above.
sight-claim-point-blank = { NAME($shooter) } may shoot { NAME($target) } at point-blank range
    .fails = { NAME($shooter) } may not shoot { NAME($target) } at point-blank range
