### Actions of packs
pack-target-enemy = { NAME($target) } is an enemy of { NAME($by) }.
    .fails = { NAME($target) } must be an enemy of { NAME($by) }.
pack-target-friend = { NAME($target) } is a friend of { NAME($by) }.
    .fails = { NAME($target) } must be a friend of { NAME($by) }.
pack-target-near = { NAME($target) } is { LENGTH($measured) } from { NAME($by) }.
    .fails = { NAME($target) } is { LENGTH($measured, $required) } from { NAME($by) }; it must be within { INCHES($required) }.
