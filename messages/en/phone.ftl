### The phone's page, and pairing

## Tabs below the board

phone-tabs = Below the board
phone-game = Game
phone-model = Model
phone-teams = Teams
phone-measure = Measure

## Whose phone it is, and who decides

phone-you-are = You are { $name }
# $operative: "A1 Granny Sorrel".
phone-waiting-action = Waiting for { $name } to choose an action for { $operative }.
phone-open-twice = This page is also open in another tab of this browser. Close one of them, so that each tap counts once.
phone-waiting = Waiting for { $name }. { $question }
phone-read = Dice read: { COMMAS($dice) }

## Clock and game

phone-clock = Clock
phone-round = Round
phone-time-left = { $time } left
phone-start-clock = Start the clock
phone-stop-clock = Stop the clock
phone-time-uncounted = The table was switched off during the round, and its clock does not know for how long. How many minutes should the round count?
# The number beside the next button.
phone-minutes-off = Minutes that the table was off
phone-add-minutes = Add to the round
phone-more = Ploys, points, new game
phone-new-battle = New battle
phone-new-battle-how = with the models on the board
phone-free-play = Free play
phone-free-play-how = no turns
# $name: one of the two buttons above.
phone-begin-other = { $name }? The game in progress stays recorded.
phone-concede = Concede the battle
phone-concede-sure = Concede? { $winner } will be the winner, and the battle ends.
phone-end = End the battle
phone-end-sure = End the battle? Nothing more is scored.
phone-recorded = Recorded games

## Secrets, ploys, points. $label: "Tac op 1"

phone-reveal = Reveal { $label }
phone-to-both = to both players
phone-in-secret = { $label }, in secret
phone-choose-label = Choose { $label }
phone-secretly = in secret
phone-card = { $label }: { $name }
phone-commitments = Secret choices of both players
phone-own-choices = What you chose
phone-own-choice = Your choice: { $label } – { $values }
phone-nothing-chosen = nothing
# $check: "sealed", "checked" if the revealed choice is what was sealed, or "wrong".
phone-commitment = { $check ->
    [sealed] { $name }: { $label }, sealed
    [checked] { $name }: { $label } – { $values } ✓ checked
   *[other] { $name }: { $label } – { $values } ✗ does not match what was sealed
 }
# Labels of fields and numbers, after a player's name.
phone-of = { $name }: { $label }
phone-ploy = ploy
phone-op = op
phone-use = Use
phone-use-ploy = Use { $name }, { $cost } CP
phone-ploys = Ploys
phone-ploys-now = Ploys: { $count } now
phone-any-time = at any time
phone-ploy-facts = { $when } · { $cost } CP

## Put on the board by hand

phone-by-hand = Put on the board by hand
phone-marker = Marker
phone-smoke = smoke
phone-tap-board = tap the board
# What the board is tapped for.
phone-a-marker = the marker
phone-put-down = { $name }: put down the marker
phone-set-up = { $name }: set up equipment
phone-set-up-seen = Set up where seen
phone-set-up-seen-how = at the camera's position
phone-back = Return
phone-wounds-of = { $name }: wounds
phone-rule-of = { $name }: rule
phone-rule-name = name of the rule
phone-which-first = Ask which rule is first

## A model's sheet

phone-tap-model = Tap a model on the board.
phone-moves = Moves
phone-targets = Targets
phone-weapons = Weapons
phone-effects = Effects
phone-widest = This is the largest possible area. Some places in it may not be allowed.
phone-apl = { $left } of { $of }
phone-stat = { $stat ->
    [apl] APL
    [move] Move
   *[save] Save
 }
phone-weapon-facts = { $kind } · { $attacks } dice · { $hit } · { $damage }
phone-inches = { INCHES($length) }

## Teams

phone-out = Incapacitated: { LIST($names) }
phone-wounds-left = { $left } of { $of } left

## Lengths

phone-lengths = Lengths: { $unit ->
    [in] inches
    [mm] millimetres
   *[gauge] gauge symbols
 }

## Pairing

phone-pair-title = Pair this device
phone-pair-pin = PIN from the table's screen
phone-pair-whose = This is the phone of
phone-pair = Pair
phone-pair-referee = the referee (referee's PIN)
phone-pair-screen = a screen for both (referee's PIN)
phone-pair-taken = { $name } (already paired)
phone-pair-player = Player { $number }
phone-pair-claim = This is my table
phone-pair-reclaim = Come back as this table's owner
phone-paired-table = This is the table's own screen. Open this address on a phone, or pair this window to play in it.
phone-paired-owner = This device administers the table. To play on it as well, pair it; the PIN is filled in.
phone-paired-screen = Paired as a screen of the table.
phone-paired-referee = Paired as the referee.
phone-paired-player = Paired as { $seat }.
phone-paired-viewer = This device can watch.
