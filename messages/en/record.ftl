### Files of games: teams, missions and packs

## Texts that are larger or deeper than any such file. Fragments, as $fault of file-not-json and file-not-toml.

record-nested = lists and objects are nested more than { $deepest } deep
record-dotted = the name { QUOTE($name) }... has more than { $most } parts
record-long = it has { $found } characters; expected at most { $most }
record-long-list = a list has { $found } entries; expected at most { $most }
record-large-number = a number has { $bits } bits; expected at most 63
record-many-values = it has more than { $most } values

# $kind is one of record-kind-...
record-not-utf-8 = { $file } is not UTF-8 text: byte { $byte } is invalid. Expected { $kind }.

## Kinds of files. Fragments, as $kind.

record-kind-roster = a team file, a KTDash roster, or a list of New Recruit or BattleScribe
record-kind-mission = a mission file
record-kind-pack = a pack file

## A field that is not as expected

# $field is a path such as sides[0].drop_zone, or a message. $expected is one of the fragments below.
record-field = { $field }: found { QUOTE($found) }; { $expected }.
# $name: the name that the object with the field has in the file, for example an operative's. Fragment.
record-field-of = { $field } ({ $name })
# Fragment, in place of a field.
record-whole = the whole file
# $fault is a message.
record-fault = { $field }: { $fault }

## What was expected. Fragments, as $expected.

record-required = this field is required
record-no-such-field = there is no such field: leave it out
record-expected-whole-number = expected a whole number
record-expected-number = expected a number
record-expected-finite-number = expected a number that is not infinite
record-expected-text = expected text
record-expected-true-or-false = expected true or false
record-expected-list = expected a list
record-expected-fields = expected fields with their values
record-expected-nothing = expected nothing
record-expected-more-than = expected more than { $limit }
record-expected-at-least = expected at least { $limit }
record-expected-less-than = expected less than { $limit }
record-expected-at-most = expected at most { $limit }
record-expected-more-entries = expected at least { $limit ->
    [one] { $limit } entry
   *[other] { $limit } entries
 }
record-expected-fewer-entries = expected at most { $limit ->
    [one] { $limit } entry
   *[other] { $limit } entries
 }
record-expected-longer-text = expected at least { $limit ->
    [one] { $limit } character
   *[other] { $limit } characters
 }
record-expected-shorter-text = expected at most { $limit ->
    [one] { $limit } character
   *[other] { $limit } characters
 }
# $limit comes from the schema's reader: "'ranged' or 'melee'".
record-expected-one-of = expected { $limit }
# $limit is a regular expression.
record-expected-pattern = expected text of the form { $limit }

## Operatives of a team

# $stat: apl, move or wounds.
record-operative-number = Operative { QUOTE($operative) }: { $stat ->
    [apl] apl
    [move] move
    [wounds] wounds
   *[other] { $stat }
 } is { $found }; expected { $low } to { $high }.
# $stat: save or invulnerable save.
record-operative-roll = Operative { QUOTE($operative) }: { $stat ->
    [save] save
   *[other] { $stat }
 } is { $found }+; expected 2+ to 7+.
record-operative-twice = Team { QUOTE($team) }: two operatives have the id { QUOTE($operative) }. Use each id once.
record-ploy-twice = Team { QUOTE($team) }: two ploys are called { QUOTE($ploy) }. Use each name once.
record-operative-unknown = The team has no operative { QUOTE($operative) }; it has { LIST($known) }.
