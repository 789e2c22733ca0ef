### Attacks: weapons, targets and numbers of dice

## Facts that a shot or fight begins with

# $fault is attack-field, or a message of this group.
attack-unreadable = The shot or fight cannot be read. { $fault }
# $expected comes from the schema's reader, in English: "Input should be less than or equal to 99". $field may be empty.
attack-field = Field { QUOTE($field) }: found { QUOTE($found) }. { $expected }.
attack-answer = { $found } is not an answer. Expected "dice" (a list of faces) or "choice" (a key).
attack-target-twice = A target is named twice: { LIST(NAME($targets)) }. Name each target once.
attack-primary-as-primary = { NAME($target) } is the primary target, so its cover cannot be copied from the primary target.
attack-primary-perhaps = { NAME($target) } is the primary target, so there is no question whether it is shot.
attack-split-twice = The attack dice are already split ({ LIST($split) }), so no number of dice to be split may be given.
attack-split = The attack dice are split as { LIST($split) }. Expected { $dice } in all for { $targets ->
    [one] 1 target
   *[other] { $targets } targets
 }.
attack-target-missing = { NAME($operative) } needs a target. Choose one.
attack-weapon-not-named = { NAME($operative) } needs a weapon. Choose one.
attack-weapon-missing = { NAME($operative) } has no weapon { QUOTE($weapon) } on its card. Choose one of its weapons.

## Numbers

attack-wounds = A fighter has { QUOTE($found) } wounds. Expected 1 to 99.
attack-defence-missing = The target has no Defence stat, which this edition needs. Give it one, for example 3.
attack-defence-dice = The target has { QUOTE($found) } defence dice. Expected 0 to 20.
attack-save = The target saves on { $found }+. Expected 2+ to 7+.
attack-invulnerable-save = The target has an invulnerable save of { $found }+. Expected 2+ to 7+.
# $found: as the program writes it.
attack-cover-saves = The cover saves are { $found }. Expected pairs of normal and critical saves, 0 to 20 in each pair.
