### The game: its cards, players and pieces, and refused intents

## A refused intent

# $what: the intent, for example "a1 Charge at b2". $faults: messages game-refused-by.
game-refused = { $what }: not allowed. { SENTENCES($faults) }
# Rule C24-08: the id of a rule. $fault is a sentence.
game-refused-by = Rule { $rule }: { $fault }

## Things that this game does not have

game-operative-unknown = No operative of this game is called { QUOTE($operative) }. The operatives are { LIST($known) }.
game-player-unknown = No player of this game is called { QUOTE($player) }. The players are { LIST($known) }.
game-marker-unknown = No marker of this game is called { QUOTE($marker) }. The markers are { LIST($known) }.
game-weapon-unknown = { NAME($operative) } has no weapon { QUOTE($weapon) }. The weapons on the card are { LIST($known) }.
game-phase-twice = Two phases have the same name: { LIST($phases) }.
# The marker of an operative that was removed or never set up.
game-drop-place = The position of { NAME($operative) } is not known. Enter the position of { NAME($marker) }.

## Cards and seats

game-card-owner = The card { QUOTE($name) } has no id or no player. It needs both.
game-card-numbers = { NAME($operative) }: APL { $apl }, Move { $move }, Save { $save }+, Wounds { $wounds }. Expected an APL of 0 to 9, a Move of 0" to 30", a Save of 1+ to 7+, and 1 to 200 Wounds.
# $group: the number of operatives that activate one after the other.
game-card-group = { NAME($operative) }: group of { $group }, Defence { $defence }. Expected a group of 1 to 20, and a Defence of 0 to 20.
game-operative-twice = Two operatives have the id { QUOTE($operative) }. Give each a different id.
game-seat = A seat cannot be called { QUOTE($found) }. Give it a player's id, for example "p1".
game-ploy = Ploy { QUOTE($ploy) } for { $cost } CP: expected a name of 1 to { $most_letters } letters, and a cost of 0 to { $most_cp } CP.
game-place = The position x { $x }, y { $y }, z { $z }, rotation { $rotation } is not finite. Expected finite numbers.

# A fault of the program. $phase: the phase in the code's terms.
game-phase-endless = The phase { QUOTE($phase) } does not end.
