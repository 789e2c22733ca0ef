### Scenarios: positions with questions and the expected answers

# Fragment, as $kind of file-unreadable and file-not-json.
scenario-kind = a file of scenarios
scenario-no-list = { $file }: expected a list of scenarios, or an object with the key "scenarios".
# $fault is a message about a field.
scenario-fault = { $file }, scenario { $scenario }: { $fault }

## Contradictions within a scenario

scenario-field-missing = Scenario { $scenario }: the question { QUOTE($question) } needs the field { QUOTE($field) }.
scenario-operative-unknown = Scenario { $scenario }: { $field } is { QUOTE($found) }; { $known ->
    [none] there are no operatives.
   *[other] expected { LIST($known, last: "or") }.
 }
scenario-number = Scenario { $scenario }: { $field } is { QUOTE($found) }; expected a number.
scenario-order = Scenario { $scenario }: the order of { $operative } is { QUOTE($found) }; expected { LIST($known, last: "or") }.
scenario-marker-nowhere = Marker { QUOTE($marker) } is nowhere: give its place as pos, or the operative that carries it as carried_by.
