### Teams imported from KTDash, New Recruit and BattleScribe

## An entry that cannot be read: it is replaced, and the team opens all the same

# $field is a path and a name, such as ops.0.weapons.1.wepType (Frag grenade). $found is the value as it is in the file,
# or import-found-nothing. $expected is one of import-expects-..., $instead one of the sentences below.
import-unread = { $field }: found { $found }; expected { $expected }. { $instead }
# Fragment, as $found.
import-found-nothing = nothing

## What was expected. Fragments, as $expected.

import-expects-distance = a distance such as 6"
import-expects-number = a number such as { QUOTE($example) }
import-expects-roll = a roll such as "4+"
import-expects-damage = normal and critical damage such as "3/4"
import-expects-base = a diameter such as 32, or "60x35"
import-expects-short-text = at most { $most } characters
import-expects-text = text
import-expects-object = fields with their values
import-expects-list = a list
import-expects-operatives = operatives
import-expects-profile = selections with an operative's profile
# $years are years of editions.
import-expects-edition = Kill Team of { LIST($years, last: "or") }
import-expects-times = 1 to { $most }
import-expects-sign = ⌖ or ⚔ before the weapon's name
import-expects-dice = ATK, HIT and { $damage }
import-expects-type = R or M

## What is used in its place, as $instead

import-read-as = Read as { $value }.
# $text is the whole text, for a reader of the list.
import-cut = Cut to the first { $most } characters: { $text }
import-left-out = Left out.
import-no-team = The team has no operatives yet.
import-edition-assumed = Read as a list of { $year }; missing numbers get usual values.
import-taken-for = Read as a { $type ->
    [melee] melee
   *[ranged] ranged
 } weapon, because of its other entries.
import-no-dice = The weapon has no dice: declare what it does.
import-no-damage = Read as 0/0: declare what it does.
import-no-base = Measure the base.

## Files that cannot be read at all

import-no-operatives = { $file }: no operatives found. Expected a team file with { QUOTE("operatives") }, a KTDash roster with { QUOTE("ops") }, or a list of New Recruit or BattleScribe with { QUOTE("forces") }.
import-no-forces = forces: expected a list of forces with their selections.
# $field: ops or opTypes.
import-operatives-no-list = { $field }: found { QUOTE($found) }; expected a list of operatives.
import-nothing-inside = { $file }: the packed file contains no .ros file. Expected a .rosz file of BattleScribe.
# $fault comes from the reader of packed files, in English.
import-not-unpacked = { $file }: cannot be unpacked ({ $fault }). Expected a .rosz file of BattleScribe.
# $fault comes from the XML reader, in English.
import-not-xml = { $file }: not valid XML ({ $fault }). Expected a .ros file of BattleScribe.
import-too-long = { $file }: longer than { $most } bytes. Expected a list of one kill team.
import-too-deep = { $file }: more than { $most } elements, or nested more than { $deepest } deep. Expected a list of one kill team.
# $fault comes from the decoder, in English. $kind is record-kind-roster.
import-not-base64 = { $file }: not valid base 64 ({ $fault }). Expected { $kind }.

## Export

import-not-for-ktdash = Operative { QUOTE($operative) }: KTDash rosters have no defence dice and no invulnerable saves, so this team cannot be exported.
