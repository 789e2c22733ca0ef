### Notation of games: what is wrong with a line

# $text is the line, $fault one of the messages below or a refusal of the rules.
notation-line = Line { $line }, { QUOTE($text) }: { $fault }

## Something else was expected. $expected is one of the fragments at the end.

notation-unexpected = Found { QUOTE($found) }; expected { $expected }.
notation-at-end = The line ends; expected { $expected }.
notation-unreadable = { QUOTE($found) } is not part of the notation.

## Header

notation-tag-unknown = There is no tag { QUOTE($tag) }; expected { LIST($known, last: "or") }.
notation-other-edition = The game is of edition { QUOTE($found) }, but is read as { QUOTE($edition) }.
# $missing are words of the notation, such as save and wounds.
notation-operative-incomplete = Operative { QUOTE($named) }: { LIST($missing) } missing.
notation-weapon-incomplete = Weapon { QUOTE($named) }: { LIST($missing) } missing.
notation-terrain-incomplete = Terrain { QUOTE($named) }: { LIST($missing) } missing.
notation-weapon-of-nobody = There is a weapon of { QUOTE($operative) }, but no such operative before it.
notation-ploy-time-unknown = Ploy { QUOTE($ploy) }: found { QUOTE($found) }; expected { LIST($known, last: "or") }.

## Lines of the game

notation-other-turning-point = Found { QUOTE($found) }, but the game is in turning point { $turning_point }.
# $known are words of the notation, such as passes and scores.
notation-operative-unknown = Found { QUOTE($found) }; expected an operative, or { LIST($known, last: "or") }.
notation-operative-of-other = Operative { $operative } belongs to { $owner }, not to { $player }.
notation-action-unknown = There is no action { QUOTE($action) }; expected { LIST($known, last: "or") }.
notation-prompt-of-other = The prompt { QUOTE($prompt) } is for { $owner } to answer, not for { $player }.
notation-bad-place = Found the place ({ $found }); expected (x, y), (x, y, z) or (x, y, z, degrees).
notation-bad-price = Found ({ $found }); expected the inches charged, such as (6).
notation-bad-dice = Found the dice { $found }; expected faces of 1 to 6.
notation-bad-cost-change = Found { QUOTE($found) }; expected a change of the cost, such as +1AP.
notation-name-too-many = Found { QUOTE($found) }, but there is already a weapon and a target.
notation-damage-to-nobody = The damage of { $amount } is nobody's. Name a target, or write an operative before the number.
# $fault comes from the JSON reader, in English.
notation-not-json = { $fault } after the "!"; expected an intent as JSON.
notation-no-intent = Found something else after the "!"; expected an intent as JSON.

## What was expected. Fragments, as $expected.

# $words are words of the notation.
notation-one-of = { LIST($words, last: "or") }
notation-end-of-line = the end of the line
notation-value = a value of { $word }
notation-name-after = a name after { $word }
notation-act-detail = a weapon, a target, a place or dice
notation-action = an action
notation-action-name = an action's name
notation-action-points = a number of action points
notation-after-arrow = an action after the arrow
notation-choice = a choice
notation-colon = a colon
notation-colour = a colour
notation-command-points = a number of command points
notation-corner = a corner
notation-damage = damage such as 4, or B3 -4
notation-diameter = a diameter such as 1.57"
notation-die = a die
notation-distance = a distance
notation-edition = an edition
notation-equipment-option = an equipment option
notation-exemption = an exemption
notation-facts = facts as JSON
notation-hatch = a hatch
notation-inches = a number of inches
notation-keyword = a keyword
notation-killzone = a killzone
notation-loss = damage such as -4
notation-marker-id = a marker's id
notation-marker-kind = a marker's kind
notation-millimetres = a number of millimetres
notation-mission = a mission
notation-name = a name
notation-note = a note
notation-number = a number
notation-op = an op
notation-operative = an operative
notation-operative-id = an operative's id
notation-operative-or-deed = an operative, or what was done
notation-operative-or-marker = an operative or a marker
notation-part-id = a part's id
notation-place = a place
notation-player = a player
notation-player-id = a player's id
notation-ploy = a ploy
notation-ploy-text = what the ploy does
notation-ploy-time = when the ploy is used
notation-price = a price in inches
notation-profile = a profile
notation-prompt = a prompt
notation-reason = a reason
notation-rule = a rule
notation-stage = a phase's name, such as "end"
notation-tac-op = a tac op
notation-tac-op-text = what the tac op asks
notation-tag = a tag
notation-tag-name = a tag's name
notation-terrain-detail = { LIST($words, last: "or") }, or a corner
notation-text = a text
notation-topic = a topic
notation-trait = a trait
notation-turning-point = a turning point such as T1
notation-type = a type
notation-victory-points = a number of victory points
notation-weapon-name = a weapon's name
notation-wounds = a number of wounds
