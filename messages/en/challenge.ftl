### Challenges of rulings. Events are numbered in the journal.

challenge-open = The challenge of event { $event } is open. Answer it first.
challenge-roll-first = A roll-off decides the challenge. Roll for it first.
challenge-nothing = There is no ruling to challenge.
challenge-no-ruling = Event { $event } has no ruling that can be challenged. It may have been taken back.
# $later: the event that depends on it. $why is a message.
challenge-depends = Event { $event } cannot be taken back alone, because event { $later } ({ $kind }) depends on it. { $why } Undo step by step instead.
challenge-other-result = Without it, that event would have another result.
