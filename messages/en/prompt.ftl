### Questions that the game asks, and answers that do not fit them. $prompt is the id of a question.

## Answers

prompt-not-open = The question { QUOTE($prompt) } is not open, or not any more. Open: { LIST($known) }.
prompt-other-owner = { NAME($owner) } answers this, not { NAME($player) }.
prompt-no-dice = The question { QUOTE($prompt) } is not answered with dice. Choose { LIST($known, last: "or") }.
prompt-no-default = The question { QUOTE($prompt) } has no default answer. Choose { LIST($known, last: "or") }.
prompt-choice-unknown = The question { QUOTE($prompt) } has no answer { QUOTE($choice) }. Choose { LIST($known, last: "or") }.
prompt-needs-agreement = Only { NAME($player) } or the referee can agree to take this back.

## Something that is too close to call

# $what: for example "a1 Charge at b2". $conditions: messages game-refused-by, as far as the camera can tell.
prompt-too-close = { $what }? Too close to call. By the best estimate: { SENTENCES($conditions) } Is it allowed?
prompt-allow = Yes, allow it
