### Answers that do not fit the questions of the game. $prompt is the id of a question.

answer-not-open = The question { QUOTE($prompt) } is not open, or not any more. Open: { LIST($known) }.
answer-other-owner = { NAME($owner) } answers this, not { NAME($player) }.
answer-no-dice = The question { QUOTE($prompt) } is not answered with dice. Choose { LIST($known, last: "or") }.
answer-no-default = The question { QUOTE($prompt) } has no default answer. Choose { LIST($known, last: "or") }.
answer-choice-unknown = The question { QUOTE($prompt) } has no answer { QUOTE($choice) }. Choose { LIST($known, last: "or") }.
answer-needs-agreement = Only { NAME($player) } or the referee can agree to take this back.
