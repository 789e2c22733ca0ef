### The free table: measures without judging, for any miniatures game

## Answers. $value and $sigma are what was measured.

free-gap = { NAME($a) } to { NAME($b) }: { LENGTH($value, digits: 2) }
free-arc = { NAME($b) } is { DECIMAL($value, digits: 1) }° off the facing of { NAME($a) }
free-sight = { $value ->
    [seen] { NAME($a) } sees { NAME($b) }: { DECIMAL($degrees, digits: 1) }° are clear
   *[hidden] { NAME($a) } cannot see { NAME($b) }
 }
free-chain = The longest link of the chain { LIST($models) } is { LENGTH($value, digits: 2) }
free-move = { NAME($a) } moved { LENGTH($value, digits: 2) }
free-template = { $covered ->
    [wholly] { NAME($a) } is wholly under the template
    [partly] { NAME($a) } is under the template
   *[out] { NAME($a) } is not under the template
 }
# $error: 95 % of all measures are within it.
free-error = ±{ LENGTH($error, digits: 2) }
free-error-degrees = ±{ DECIMAL($error, digits: 1) }°
free-limit = limit { LENGTH($limit, digits: 2) }, ±{ LENGTH($error, digits: 2) }
free-limit-degrees = limit { DECIMAL($limit, digits: 1) }°, ±{ DECIMAL($error, digits: 1) }°
# $answers: messages, each an answer without its error.
# $number: how many answers there are, each of which follows.
free-answers = { $number } answers
free-said = { LIST($answers) }

## Faults of a question or a file

free-chain-alone = A chain needs two models or more. Choose another one.
free-question = The question { QUOTE($asked) } is not understood. Ask "gap A1 B1", "range A1 6", "arc A1 B1 90", "sight A1 B1", "chain A1 A2 A3 2", "move A1 from 3,4" or "template circle 10,8 3".
free-model-unknown = There is no model { QUOTE($model) } on the table. The models are { LIST($known) }.
free-nobody = There is no model on the table that can be measured.
free-length-unknown = { QUOTE($found) } is no length and no range of this game. Write inches, such as 6, or one of { LIST($known, last: "or") }.
free-template-unknown = { QUOTE($found) } is no template of this game. Use one of { LIST($known, last: "or") }.
free-file-kind = the file of a free game

## The page

free-page-title = Free table
free-page-open = Measure freely
free-page-kind = Measure
free-page-kinds = { $kind ->
    [gap] Gap
    [range] Range
    [arc] Arc
    [sight] Line of sight
    [chain] Chain
    [move] Move
   *[template] Template
 }
free-page-from = From
free-page-to = To
free-page-limit = Limit or size: inches, or a name
free-page-point = Point: x,y in inches, or tap the board
free-page-template = Template: circle, or a name
free-page-question = Question
free-page-ask = Measure
free-page-picture = Picture
free-page-notes = Notes
free-page-note = Write a note
free-page-add = Add
free-page-answer = Answer
free-page-keep = Note the answer
free-page-undo = Undo
# $turn: what the game calls a turn, with a small letter. $number: which one it is.
free-page-turn = { $turn } { $number }
free-page-next = Next
