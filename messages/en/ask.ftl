### `overlook ask`: one question about one photograph

ask-help-photograph = A photograph of the whole board, taken at a slant with any camera, not cropped.
ask-help-question = "A1 within 2 of B1", "A1 sees B2", "B2 in cover from A1" or "A1 in control range of B1".
ask-help-edition = Edition for cover and obscured: kt24 or kt21; free for measures without rules.
ask-help-rig = The camera's lens, rig.json. Without it, the lens is estimated from the board's tags.
ask-help-game = A file with the ranges, arcs and templates of a game, for questions to the free table ("gap A1 B1", "sight A1 B1"; see docs/free-table.md).
ask-unknown = The question { QUOTE($question) } is not understood. Ask "A1 within 2 of B1", "A1 sees B2", "B2 in cover from A1" or "A1 in control range of B1".
ask-same = A question needs two operatives, and { QUOTE($operative) } is named twice.
# The claim of a question about a distance.
ask-within = { NAME($a) } is within { INCHES($limit) } of { NAME($b) }
ask-distance = { NAME($a) } is { LENGTH($measured, $required) } from { NAME($b) }: within { INCHES($required) }.
    .fails = { NAME($a) } is { LENGTH($measured, $required) } from { NAME($b) }: not within { INCHES($required) }.
# $claim is a sentence without a full stop, $reason one with it.
ask-answer = { $claim }? { $verdict ->
        [YES] YES. { $reason }
        [NO] NO. { $reason }
       *[TOO_CLOSE] TOO CLOSE: the probability is { PERCENT($probability) }. { $reason } Measure it on the table, or take another photograph from nearer.
    }
