### What a person asked the game to do, in a few words. Fragments: lines of the log, and parts of other texts.

intent-act = { NAME($operative) }: { $action }
intent-act-target = { NAME($operative) }: { $action }, target { NAME($target) }
intent-ploy = { NAME($player) }: ploy { $ploy }
intent-ploy-cost = { NAME($player) }: ploy { $ploy }, { $cost } CP
intent-secret-choice = { NAME($player) }: { $topic }, chosen in secret
# $who: an operative or a player. $deed: a noun, such as "end of the activation".
intent-deed = { NAME($who) }: { $deed }
# $question: a question to a player. $answer: the label of a choice, or the values of dice.
intent-answer = { $question } – { $answer }
# $throws: a message: all rolls of the same dice.
intent-thrown = { $dice } ({ $throws })
intent-last-answer = the last answer

## Faults of what was given

intent-field-unknown = Intent '{ $intent }', field { $field }: not a field of this intent (found { QUOTE($found) }). Leave it out.
