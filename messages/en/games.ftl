### Games on the table's disk, their clock and their signatures

games-no-event = Game { $game } has { $events } events, and event { $event } was requested.
games-not-begun = Game { $game } has not begun yet.
games-sidecar-unreadable = { $file } cannot be read. The clock starts at zero, and both players sign again.
# $fault: the error of the operating system, in English.
games-sidecar-not-kept = { $file } cannot be written ({ $fault }). The clock and the signatures are lost if the program restarts. Free some space on the disk.
# $file: the vault's file name; $fault: the error of the operating system, in English.
games-secrets-not-kept = The secret choice was not made: { $file } cannot be written ({ $fault }). Free some space on the disk and choose again.
# $lost: secret choices, each with player and topic.
games-secrets-lost = Game { $game }: { $file } is missing or damaged, so the table cannot reveal { LIST($lost) }. Let the players say what they chose.
# $parent: the game that this one goes on from.
games-secrets-branch = Game { $game } goes on from game { $parent } without its secret choices, so the table cannot reveal { LIST($lost) }. Let the players say what they chose.
# $fault is a message.
games-parent-unreadable = Game { $game } cannot be played on from. { $fault }
games-empty = Game { $game } has no events. If it was played, restore a backup.
games-missing = The file of game { $game } is missing. A new game was begun. Restore a backup to get the missing game back.
# $fault is a message.
games-damaged = Game { $game } cannot be read, and its file is kept unchanged. A new game was begun. { $fault }
games-not-taken = Nothing has changed, because the disk refused it. { $fault }
games-answered = Answered automatically: roll-offs, drop zones, equipment, scouting and strategy. To choose them, begin on the set-up page.

## Signing the result

games-sign-early = The battle is not over. Both players sign the result at its end.
games-no-player = This game has no player { QUOTE($player) }.
games-sign-other = Only { NAME($player) } can give that signature.

## Requests of players' phones, the panel and the table's screen

games-question-closed = That question is no longer open. Look at the current one.
games-buttons-owner = The buttons choose for { NAME($player) } now. Answer your question by touching it.
games-decides = { NAME($player) } decides now.
games-concede-only = A phone can end the battle only by conceding. To end it by agreement, use the table's screen.
games-model-owner = That model belongs to { NAME($player) }, who places it.
games-undo-referee = The referee did that last. Ask the referee to undo it.
games-undo-owner = { NAME($player) } did that last. Undo it on that player's phone, or on the table's screen.
games-undo-signed = Both players have signed the result. Undo it on the table's screen, or ask the referee.
games-undo-revealed = That is already revealed to both players. Undo it on the table's screen, or ask the referee.
games-in-play = A game is in progress. Use the table's screen, or ask the referee.
games-not-a-phones = Only the referee and the table's screen can do that.
games-marker-unseen = The camera sees no { $kind } that is not in the game yet. Touch the board at its place.
games-carrier-off = { NAME($operative) } is not on the killzone. Touch the board at the marker's place.
games-model-unseen = The camera does not see { NAME($operative) }. Touch the board at its place.
games-place-off = { DECIMAL($x) }, { DECIMAL($y) } is not on the killzone. Touch the board where { NAME($operative) } stands.
games-move-by-hand = { $action } needs no place. Move { NAME($operative) } on the table, and the camera sees it.
games-no-frame = The camera has sent no image yet. Wait for the first one.
games-nobody-active = There are no two enemies on the board to measure between.

## What an intent waits for, and why it is refused

games-rests-on-it = Later events depend on it, so it cannot be undone alone. Undo step by step.
# $reasons: messages, each a sentence.
games-refused = { SENTENCES($reasons) }

games-challenge-open = A ruling is challenged. Settle the challenge, then roll.
games-app-dice-off = Dice rolled by the program are switched off at this table. Roll dice, and enter them.
games-no-dice-asked = This question does not ask for dice.
games-pick-up-open = A marker was taken off the table, and its pick-up is not confirmed. Confirm it, or put the marker back.
games-move-open = A move was seen and is not confirmed. Confirm it, or set the model back.
games-mine = Does { $mine } go off under { NAME($operative) }? Too close to call. Look together.
games-mine-goes-off = { $mine } goes off
