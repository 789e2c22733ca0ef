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
# $kind: equipment, access point, Accessible terrain, or marker.
item-clear-of = { $item } is { LENGTH($measured) } from the { $kind } { NAME($other) }.
    .fails = { $item } is { LENGTH($measured, $required) } from the { $kind } { NAME($other) }; it must be more than { INCHES($required) } away.
item-connected = { NAME($operative) } is connected to the { $item }.
    .fails = { NAME($operative) } is not connected to the { $item }.
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
