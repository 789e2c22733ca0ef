### Questions with expected answers: about positions (scenarios) and about dice (vectors)

## Answers

corpus-unanswered = { $edition } has no answer to { QUOTE($question) }.
# $expected, $found: values as Python writes them.
corpus-not-answered = { $key }: expected { $expected }, not answered
corpus-differs = { $key }: expected { $expected }, got { $found }
# $id: the vector's id. $difference: one of the two above.
corpus-mismatch = { $id }: { $difference }
# Whether a list of re-rolls is legal: reasons, without a full stop.
corpus-reroll-late = a re-roll comes before dice are retained, and its result counts ({ $remark })
corpus-reroll-legal = each die once, by a rule that allows it

## Questions about positions that cannot be answered

corpus-heights = Scenario { $scenario }: the path has { $places } places, but there are { $heights } heights. Give one height for each place.
corpus-die = Scenario { $scenario }: the die shows { $found }; expected 1 to 6.

## Files of vectors

# Fragment, as $kind of file-unreadable and file-not-json.
corpus-kind-vectors = an object with the key "vectors"
corpus-no-vectors = { $file }: vectors: found { QUOTE($found) }; expected a list of vectors.
# $fault is one of the messages below, or about a field.
corpus-vector = { $file }, vector { $vector }: { $fault }
corpus-no-object = Found { QUOTE($found) }; expected fields with their values.
corpus-kind-unknown = kind: found { QUOTE($found) }; expected { LIST($known, last: "or") }.
# $fault comes from Python, in English.
corpus-no-answers = expected: { $fault }; it must have the expected answers by their keys.
# $field: the name of a weapon rule.
corpus-rule-value = { $field }: found { QUOTE($found) }; expected a whole number, true or false.
corpus-reroll-unknown = reroll: found { QUOTE($found) }; expected { LIST($known, last: "or") }, or several joined by +.
corpus-hit-missing = hit is missing. Give the weapon's Hit. For the rules of 2021, which count rolls of 1, give an attacker instead.
corpus-reroll-step = A re-roll has { $found } entries; expected [die, source, value], with or without a remark.
corpus-retained = retained: found the dice of { $found ->
    [none] nobody
   *[other] { LIST($found) }
 }; expected those of A and B.
corpus-attack-roll = attack_roll lists { $found } faces ({ LIST($roll) }), but the attacker rolls { $expected } dice. List one face for each.
corpus-defence-roll = defence_roll lists { $found } faces ({ LIST($roll) }), but the defender rolls { $expected } dice. List one face for each.
