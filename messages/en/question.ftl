### Questions that the game asks in every edition, and their answers

# $what: for example "a1 Charge at b2". $conditions: messages game-refused-by, as far as the camera can tell.
question-too-close = { $what }? Too close to call. By the best estimate: { SENTENCES($conditions) } Is it allowed?
# Part of an answer that scripts may choose by its beginning. Keep it.
question-allow = It holds, allow it
