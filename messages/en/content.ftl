### `overlook mission`, `pack` and `roster`

## Help of options

content-help-example = Name of a file that ships with Overlook. Without it, all names are listed.
content-help-example-out = Write the file here, so that you can edit it.
content-help-mission = A mission file, or the name of a mission that ships with Overlook.
content-help-pack = A pack file, or the name of a pack that ships with Overlook.
content-help-roster = A roster file of Overlook, KTDash, New Recruit or BattleScribe, or the address of a roster on KTDash.
content-help-save = Write the roster as an Overlook team file (.toml or .json).
content-help-ktdash = Write the roster as KTDash's JSON.

## Lines of the output of 'overlook mission check'

# Sizes in inches.
content-mission = { $mission }: { $edition }, board { INCHES($width) } x { INCHES($depth) }
content-killzone-unknown = Killzone { QUOTE($killzone) }: { $edition } has no rules for it.
content-equipment-unknown = Equipment { QUOTE($equipment) }: { $known ->
    [none] { $edition } has no equipment.
   *[other] { $edition } has { LIST($known) }.
 }

## Lines of the output of 'overlook roster'

# $move: inches. $base: the base's diameter, or its two sides, in millimetres.
content-operative = { $name }: APL { $apl }, move { INCHES($move) }, save { $save }+, { $wounds } wounds, base { $base ->
    [none] not given
   *[other] { LIST($base) } mm
 }
content-ploy = { $name }: { $cost } CP, { $when ->
    [strategy] before the Firefight phase
    [firefight] in the Firefight phase
   *[any] at any time
 }
content-own-rule = The team's own rule; it is shown, but not applied: { $rule }
# $places: where in the file the text was found.
content-not-understood = not understood: { $text }{ $places ->
    [none] { "" }
   *[other] {" "}({ LIST($places) })
 }

## Errors

content-mission-missing = There is no mission { QUOTE($mission) }. Use { LIST($known, last: "or") }.
content-pack-missing = There is no pack { QUOTE($pack) }. Use { LIST($known, last: "or") }.
content-toml-long = { $file }: the team has { $characters } characters as TOML, and at most { $most } can be read. Save it as { $other }.
content-site-address = { $address } is not the address of a roster. Expected an address such as { $example }.
# $status: a status of HTTP, such as 404.
content-site-refused = { $address }: the site answers with status { $status }. Check that the roster still exists.
# $fault: the reason from the network, in English.
content-site-unreachable = { $address } cannot be reached: { $fault }. Open the address on another machine, and save the roster as a file.
content-site-long = { $address } is longer than { $most } bytes. Expected one roster.
content-site-encoding = { $address }: byte { $byte } is not UTF-8. Expected a roster in JSON.

## overlook schema

content-help-format = The format: adjudicate, catalogue, mission, odds, pack, play, roster, settings or terrain. Without it, all are listed.
content-help-format-example = Print an example of such a file.
content-help-format-out = Write to this file.
# $about: a sentence. $command: a command that reads such a file.
content-format = { $format }: { $about } Read by: { $command }
content-format-unknown = { QUOTE($found) } is not a format. Expected { LIST($known, last: "or") }.
