### Equipment
## Claims

item-claim-set-up = { $item } may be set up there
    .fails = { $item } may not be set up there
item-claim-set-up-again = { $item } may be set up again at this place
    .fails = { $item } may not be set up again at this place

## Conditions

item-in-territory = { $item } is wholly within its player's territory.
    .fails = { $item } must be wholly within its player's territory; it reaches { LENGTH($measured, $required) } out of it.
item-near-drop-zone = { $item } is wholly within { INCHES($required) } of its player's drop zone.
    .fails = { $item } must be wholly within { INCHES($required) } of its player's drop zone; it reaches { LENGTH($measured, $required) } from it.
item-on-floor = { $item } is on the killzone floor.
    .fails = { $item } must be on the killzone floor.
item-against-tall = { $item } stands against terrain that is tall enough.
    .fails = { $item } must stand upright against terrain at least { INCHES($required) } tall.
item-clear-of = { $item } is { LENGTH($measured) } from the { $kind ->
    [equipment] equipment
    [access_point] access point
    [accessible] Accessible terrain
    [marker] marker
   *[other] { $kind }
 } { NAME($other) }.
    .fails = { $item } is { LENGTH($measured, $required) } from the { $kind ->
        [equipment] equipment
        [access_point] access point
        [accessible] Accessible terrain
        [marker] marker
       *[other] { $kind }
    } { NAME($other) }; it must be more than { INCHES($required) } away.
item-connected = { NAME($operative) } is connected to the { $item }.
    .fails = { NAME($operative) } is not connected to the { $item }.
# $readings: readings of the rule that the result depends on, such as "read as: name = reading".
item-inside = { NAME($operative) } is on the inside of the { $item }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
    }.
    .fails = { NAME($operative) } is not on the inside of the { $item }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
    }.
item-throw = { NAME($thing) } is { LENGTH($measured) } from { NAME($thrower) }.
    .fails = { NAME($thing) } is { LENGTH($measured, $required) } from { NAME($thrower) }; a throw reaches { INCHES($required) }.
item-smoke-throw = The smoke is { LENGTH($measured) } from { NAME($thrower) }.
    .fails = The smoke is { LENGTH($measured, $required) } from { NAME($thrower) }; a throw reaches { INCHES($required) }.
item-off-terrain = { NAME($item) } is on the killzone floor, as it must be.
    .fails = { $parts ->
        [none] { NAME($item) } must be on the killzone floor.
       *[other] { NAME($item) } is on { LIST(NAME($parts)) }; it must be on the killzone floor.
    }

## Faults of what was given

item-unknown = No equipment is called { QUOTE($item) }; there are { LIST($known) }.
item-two-picks = The equipment { QUOTE($option) } needs two picks, such as '{ $name }: { $one }, { $other }'.
item-marker-centre = { $item }: the centre of the marker is missing.
item-outline = { $item }: an outline of three corners or more is missing.

## What equipment does, in short, for players who choose it

item-about-ammo-cache = A marker: an operative that controls it may re-roll one attack die.
item-about-comms-device = A marker: while you control it, your SUPPORT rules reach { INCHES($more) } further.
item-about-heavy-barricade = Heavy cover near the drop zone.
item-about-ladders = Two ladders: one climb of an action counts as 1".
item-about-light-barricades = Two barricades: Light cover in the territory.
item-about-mines = A marker: D3+3 damage to the first operative that comes near, friend or enemy.
item-about-portable-barricade = Light cover that an operative carries along.
item-about-razor-wire = Crossing it costs 1" more.

## Actions with equipment

item-not-own-cache =
    .fails = { NAME($marker) } is not an ammo cache of { NAME($player) }.
item-cache-missing =
    .fails = { $action }: choose an ammo cache.
# $reading: "read as: ...".
item-resupply-as-read = Its shots can re-roll one attack die ({ $reading }).
item-cache-used =
    .fails = { NAME($marker) } was already used in this turning point.
item-no-mine =
    .fails = { NAME($marker) } is not a mine on the killzone.
# $found: places as they were given. $mines: the mines that are triggered.
item-mine-places =
    .fails = sprung_at: found { LIST($found) }; expected x, y and z for each of { LIST(NAME($mines)) }.
item-nobody-to-test =
    .fails = These operatives cannot be tested: { LIST($operatives) }. They are not in this game.

## Tests of the dice: questions to the player

item-mine-test = { NAME($mine) } is triggered by { NAME($operative) }. Roll one D6: the damage is D3+3.
item-stun-test = Stun test for { NAME($operative) }. Roll one D6: { $needed } or more stuns.
# Fragment: why a mine is removed.
item-mine-went-off = triggered by { NAME($operative) }
