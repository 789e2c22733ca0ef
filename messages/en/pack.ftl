### Actions of packs
pack-target-enemy = { NAME($target) } is an enemy of { NAME($by) }.
    .fails = { NAME($target) } must be an enemy of { NAME($by) }.
pack-target-friend = { NAME($target) } is a friend of { NAME($by) }.
    .fails = { NAME($target) } must be a friend of { NAME($by) }.
pack-target-near = { NAME($target) } is { LENGTH($measured) } from { NAME($by) }.
    .fails = { NAME($target) } is { LENGTH($measured, $required) } from { NAME($by) }; it must be within { INCHES($required) }.

## Pack files

pack-action-twice = Two actions are called { QUOTE($action) }. Use each name once.
pack-action-taken = Action { QUOTE($action) }: the edition has an action of this name. Choose another name.
pack-action-unknown = Action { QUOTE($action) }: found { QUOTE($found) }; expected one of { LIST($known, last: "or") }.
pack-action-no-move = Action { QUOTE($action) } has a move, but its treated_as is { QUOTE($found) }; expected { LIST($known, last: "or") }.
# $field: target, controls or lays.
pack-move-names-nothing = Action { QUOTE($action) }: found { $field }. The camera sees a move, so it names nothing: leave the field out.
pack-attack-names-target = Action { QUOTE($action) }: found { $field }. A shot or a fight names only its target: leave the field out.
pack-other-edition = The pack { QUOTE($pack) } is for { $found }; expected a pack for { $edition }.
pack-action-in-two = The packs { QUOTE($pack) } and { QUOTE($other) } both have an action { QUOTE($action) }. Use only one of them.
