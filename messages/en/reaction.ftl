### Acting out of turn: counteract, guard, overwatch
## Claims

reaction-claim-counteract = { NAME($operative) } may counteract
    .fails = { NAME($operative) } may not counteract
reaction-claim-interrupt = { NAME($operative) } may interrupt { NAME($enemy) } with { $action }
    .fails = { NAME($operative) } may not interrupt { NAME($enemy) } with { $action }

## Counteracting

reaction-own-expended = All friendly operatives are expended.
    .fails = { $ready ->
        [one] One friendly operative is still ready.
       *[other] { $ready } friendly operatives are still ready.
    }
reaction-opponent-ready = The opponent has ready operatives.
    .fails = The opponent has no ready operative.
reaction-order-engage = The operative has an Engage order.
    .fails = The operative has a Conceal order.
reaction-counteract-once = The operative has not counteracted in this turning point.
    .fails = The operative has already counteracted in this turning point.
reaction-not-after-guard = The operative has not interrupted on guard in this turning point.
    .fails = The operative interrupted on guard, so it cannot counteract.
reaction-no-guard =
    .fails = Guard cannot be performed in a counteraction.
reaction-one-ap = { $action } costs 1 AP.
    .fails = { $action } costs { $cost } AP; a counteraction can only perform an action of 1 AP.

## Guard

reaction-on-guard = The operative is on guard.
    .fails = The operative is not on guard.
reaction-enemy-action-finished = The enemy has finished an action.
    .fails = The enemy has not finished an action.
reaction-first-interrupt = This enemy activation was not interrupted before.
    .fails = This enemy activation was interrupted already.
reaction-guard-no-interrupt =
    .fails = Guard cannot be used to interrupt.
reaction-interrupt-kind = Guard was interrupted with { QUOTE($action) }; expected Fight, Shoot or an action treated as one.

## Overwatch

reaction-weapon-allows-overwatch =
    .fails = A weapon with { $rule } cannot be used in overwatch.
reaction-overwatch-out-of-turn =
    .fails = Overwatch can only be performed out of turn.
reaction-only-overwatch =
    .fails = Out of turn only Overwatch can be performed, not { $action }.
reaction-overwatch-once =
    .fails = { NAME($operative) } has already performed Overwatch in this turning point.
reaction-no-ranged-weapon =
    .fails = { NAME($operative) } has no ranged weapon.
reaction-weapons-used-up =
    .fails = The Limited ranged weapons of { NAME($operative) } are used up.

## Limits of a counteraction

# $note: this table's reading of a rule, for example "read as: counteract price = as printed".
reaction-one-ap-read = { $action } costs 1 AP ({ $note }).
    .fails = { $action } costs { $cost } AP ({ $note }); a counteraction can only perform an action of 1 AP.
reaction-move-limit = The move is { LENGTH($measured) } long.
    .fails = The move is { LENGTH($measured, $required) } long; in a counteraction it can be at most { INCHES($required) }.
reaction-set-up-limit = The new position is wholly within { LENGTH($measured) } of the old one.
    .fails = The far side of the new position is { LENGTH($measured, $required) } from the old one; in a counteraction it can be at most { INCHES($required) }.
reaction-moves-limit = The moves of this counteraction: { LENGTH($before) } + { LENGTH($now) } = { LENGTH($measured) }.
    .fails = The moves of this counteraction: { LENGTH($before) } + { LENGTH($now) } = { LENGTH($measured, $required) }; together they can be at most { INCHES($required) }.
