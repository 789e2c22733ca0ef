### Editions of the rules
edition-unknown = No edition is called { QUOTE($edition) }; there are { LIST($known) }.

## 2021: moves and groups

# $action: the action after the climb.
edition-no-climb =
    .fails = { $action } does not finish a climb.
# A test of the dice: question to the player. $operative: the operative that jumps; $reading: "read as: ...".
edition-jump-test = { NAME($operative) } jumps. Roll one D6: on a 1 it stays where it is ({ $reading }).
edition-jump-edge =
    .fails = jump_from: found { LIST($found) }; expected x, y and z of the edge.
# $reading: a note on the reading of groups of more than two.
edition-group-read =
    .fails = The group of { NAME($operative) } goes on. Activate another operative of its type ({ $reading }).
# $type: the operative's type, "none" if its card has none.
edition-group =
    .fails = The group of { NAME($operative) } is not finished. Activate another { $type ->
        [none] operative of the same type.
       *[other] operative of the type { QUOTE($type) }.
    }

## 2021: tac ops. $op: tac op 1, or a condition of it.

edition-tac-op-hidden =
    .fails = { $op } is not revealed yet.
edition-condition-scored =
    .fails = { $op } is already scored.
edition-tac-op-excluded =
    .fails = { $name } is not used in the killzone { $killzone }. Choose another tac op; it can be from another archetype of the team.
edition-tac-op-twice =
    .fails = { $name } is already chosen as { $op }.
