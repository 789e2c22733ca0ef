### Scripts that play games: what is wrong with them

# Fragment, as $kind of file-unreadable and file-not-json.
script-kind = a script
# $where: script-head or script-step. $fault: a message.
script-fault = { $where }: { $fault }
# Fragment, as $where: everything before the steps.
script-head = script
# Fragment, as $where.
script-step = step { $step }

## What was expected in a field. Fragments, as $expected of record-field.

script-expected-object = expected an object with version, operatives and steps
script-expected-steps = expected a list of steps
script-expected-step = expected an object with { LIST($kinds, last: "or") }
script-expected-one-of = { $known ->
    [none] expected nothing, because there is none
   *[other] expected { LIST($known, last: "or") }
 }
script-expected-killzone = expected null, { LIST($known, last: "or") }

## Fields that do not fit together

script-mission-unknown = There is no mission { QUOTE($found) }. Use { LIST($known, last: "or") }, or the content of a mission.
script-pack-unknown = There is no pack { QUOTE($found) }. Use { LIST($known, last: "or") }, or the content of a pack.
script-expect-unknown = There is no { QUOTE($found) } to expect; there are { LIST($known) }.
# $field: not, or no_offer.
script-expect-fields = { $field }: expected an object with at least one field.
script-expect-seat = no_prompt_for: found { QUOTE($found) }, expected { LIST($known, last: "or") }.
script-id-twice = operatives, markers and terrain: the id { QUOTE($id) } is used twice. Use each id once.
script-place-missing = places.{ $operative } is missing. Give each operative a place, because the script begins with the firefight.
script-marker-twice = markers.{ $marker }: found a place and a carrier; expected one of the two.

## Games that cannot begin

# $stage: where the game waits.
script-not-opened = The battle does not begin: it waits in the stage { $stage }.
# $field: equipment.p1 or begin. $why: a message.
script-refused = { $field }: found { QUOTE($found) }, which the table refuses: { $why }
script-no-equipment = equipment.{ $player }: found { LIST($found) }, but this edition asks for no equipment.
script-not-begun = The game cannot begin: { $why }

## Steps that cannot be carried out

# $operative: the operative that the step names, "none" without. $asked: script-asked for each open question.
script-choice-unknown = No open question { $operative ->
    [none] {""}
   *[other] about { $operative } {""}
 }has the choice { QUOTE($choice) }. { $asked ->
    [none] Nothing is asked.
   *[other] Asked: { SENTENCES($asked) }
 }
# $choices: labels. $dice: number of dice that are asked for.
script-asked = { $question } ({ $choices ->
    [none] { $dice ->
        [0] nothing to choose
        [one] 1 die
       *[other] { $dice } dice
    }
   *[other] { LIST($choices) }
 }).
script-no-dice-asked = No dice are asked for{ $operative ->
    [none] .
   *[other] {" "}about { $operative }.
 }

script-no-roll = No dice were rolled yet. Correct a die after a roll.
script-no-such-die = There is no die { $die }: the last roll has { $dice ->
    [one] 1 die.
   *[other] { $dice } dice.
 }
script-roll-passed = The game has gone on since the last roll. Undo to the roll, then enter it again.
script-roll-owner = Only { NAME($player) } may correct this roll.

## Showing a script

# $address: the address of the pages.
script-shown = { $address }/overlay shows the game; { $address }/overlays lists its parts
script-port-taken = Port { $port } cannot be used ({ $reason }). Choose another port, or 0 for any free one.

## Differences from what a script expects

# Fragment, as $field: all that is compared.
script-result = the result
# $found, $expected: values as Python writes them.
script-differs = { $field }: found { $found }; expected { $expected }
script-no-object = { $field }: found { $found }; expected an object with { LIST($fields) }
script-nothing-found = { $field }: there is no such field; { $known ->
    [none] there are none
   *[other] there are { LIST($known) }
 }
script-no-list = { $field }: found { $found }; expected a list
script-item-missing = { $field }: found { $found }; expected { $item } in it
script-although-unwanted = { $field }: found { $found }; expected another value
# $seat: p1, p2, referee or screen.
script-prompt-open = no_prompt_for: a prompt that { $seat } may answer is open
# $offer: fields of an offer as Python writes them.
script-offered = no_offer: found a possible offer with { $offer }
