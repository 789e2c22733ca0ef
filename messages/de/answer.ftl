### Antworten, die nicht zu den Fragen des Spiels passen. $prompt: die Kennung einer Frage.

answer-not-open = Die Frage { QUOTE($prompt) } ist nicht oder nicht mehr offen. Offen: { LIST($known) }.
answer-other-owner = Darauf antwortet { NAME($owner) }, nicht { NAME($player) }.
answer-no-dice = Auf die Frage { QUOTE($prompt) } antwortet man nicht mit Würfeln. Wähle { LIST($known, last: "or") }.
answer-no-default = Die Frage { QUOTE($prompt) } hat keine Standardantwort. Wähle { LIST($known, last: "or") }.
answer-choice-unknown = Die Frage { QUOTE($prompt) } hat keine Antwort { QUOTE($choice) }. Wähle { LIST($known, last: "or") }.
answer-needs-agreement = Dass das zurückgenommen wird, können nur { NAME($player) } oder die Spielleitung bestätigen.
