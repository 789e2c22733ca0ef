### Control range, Engagement Range, and who controls a marker

## The ranges themselves: fragments inside other texts

control-range = control range
control-engagement-range = Engagement Range

## Claims

control-claim-within = { NAME($a) } and { NAME($b) } are within { $range } of each other
    .fails = { NAME($a) } and { NAME($b) } are not within { $range } of each other

## Conditions. $range is one of the ranges above.

control-distance = { NAME($a) } is { LENGTH($measured) } from { NAME($b) }: within { $range }.
    .fails = { NAME($a) } is { LENGTH($measured, $required) } from { NAME($b) }: not within { $range }.
control-around-walls = The distance around the walls is { LENGTH($measured) }.
    .fails = { $there ->
        [yes] The distance around the walls is { LENGTH($measured, $required) }, more than { INCHES($required) }.
       *[no] The walls leave no path from one to the other.
    }
control-enemy-within = An enemy is within { $range }.
    .fails = No enemy is within { $range }.
control-no-enemy-within = No enemy is within { $range }.
    .fails = An enemy is within { $range }.
control-enemy-on-table =
    .fails = No enemy is in the killzone.
# $by: an operative, or a player.
control-marker = { NAME($by) } controls { NAME($marker) }.
    .fails = { NAME($by) } does not control { NAME($marker) }.
control-claim-contests = { NAME($operative) } contests { NAME($marker) }
    .fails = { NAME($operative) } does not contest { NAME($marker) }
control-apparatus-near = { NAME($operative) } is { LENGTH($measured) } from the apparatus { NAME($feature) }.
    .fails = { NAME($operative) } is { LENGTH($measured, $required) } from the apparatus { NAME($feature) }; it must be within { INCHES($required) }.
control-objective-near = { NAME($operative) } is { LENGTH($measured) } from the centre of { NAME($marker) }.
    .fails = { NAME($operative) } is { LENGTH($measured, $required) } from the centre of { NAME($marker) }; it must be within { INCHES($required) }.
