### Texts that several pages share: the board, decisions, dice, actions, the panel's buttons

## The header of a page

# Titles of pages in the browser.
ui-product = Overlook
ui-title = { $page } · Overlook
ui-score = Score
ui-health = Table status
ui-turn-board = Turn the board
ui-no-script = This page needs JavaScript.
ui-back = Back
ui-next = Next
# Steps of the first run or of the set-up.
ui-steps = Steps
# $theme: auto, light or dark.
ui-colours = Colours: { $theme ->
    [auto] automatic
    [light] light
   *[dark] dark
 }
# What this language calls itself, on the button that chooses it.
ui-language-name = English
ui-language = Language
ui-connecting = Connecting…
ui-reconnecting = Reconnecting…
ui-connected-again = Connected again
ui-live = Live
# $time: since when, such as 14:05.
ui-gone = The table has not answered since { $time }. This page may be out of date.
ui-gone-what-to-do = Check that the table's computer is running and that this device is in the same network. The page connects again by itself.

## Parts of a page; read aloud by screen readers

ui-board = Board
ui-board-above = The board from above
ui-camera = Camera
ui-camera-image = The table as the camera sees it
ui-no-image = No image
ui-combat = Combat
ui-result = Result
ui-scoring = Scoring
ui-requests = Requests
ui-decisions = Decisions
ui-actions = Actions
ui-rulings = Rulings
ui-machine-status = Table status
ui-notices = Notices
ui-confirm-takes = Choice for Confirm
ui-panel = Panel

## Connection

ui-no-answer = The table did not answer.
ui-no-answer-connected = The table did not answer. Check this device's connection.
ui-watch-only = This device can only watch.
ui-pair-to-play = Pair it to play

## The panel's buttons

ui-press = { $button ->
    [confirm] Confirm
    [undo] Undo
    [redo] Redo
    [measure] Measure
    [next] Next
   *[challenge] Challenge
 }
ui-no-decision = No decision is open
# Followed by the choice that Confirm takes. $dice: the dice entered so far, or nothing.
ui-confirm = Confirm: { $dice }
# The position of the marked choice among all of them.
ui-choice-at = { $at ->
    [0] { $of ->
        [one] 1 choice
       *[other] { $of } choices
     }
   *[other] { $at } of { $of }
 }

## An operative

ui-order = { $order ->
    [engage] Engage
   *[conceal] Conceal
 }
ui-ready = ready
# The operative that is activated now.
ui-active = active
ui-expended = expended
ui-wounds = Wounds: { $wounds }
ui-wounds-left = { $left } of { $of } wounds left
ui-carries = carries { $thing }
ui-on-level = on { $level }, { DECIMAL($up) }" above the floor
ui-at = at { DECIMAL($x, digits: 2) }, { DECIMAL($y, digits: 2) } in

## The board

# $what: a marker, a model or an action.
ui-tap-where = Tap the board where { $what } is.
# $feature: a piece of terrain.
ui-terrain-height = { $bottom } to { $top } inches high
ui-declared = entered by hand

## Combat

ui-to-be-rolled = not rolled yet
ui-dice = Dice
ui-why = Reasons
ui-changes = What each rule did to the dice
ui-blows = Blows

## Entering dice

ui-dice-entered = Dice entered
ui-enter-die = Enter a die
ui-delete-die = Delete last die
ui-roll-dice = { $dice ->
    [one] Roll 1 die for me
   *[other] Roll { $dice } dice for me
 }
ui-enter-dice = Enter dice
ui-enter-re-roll = Enter, then re-roll
ui-die-by-die = Die by die
ui-as-read = As read by the tray.
ui-roll-image = Image of the roll
ui-dice-rolling = The dice are rolling.
ui-hand-in-tray = A hand is in the tray.
# A die in the image of the tray. $value: its number.
ui-die = Die: { $value }
ui-die-left-out = Die: not part of the roll
ui-die-unknown = Die: not read
# $dice: the numbers entered so far.
ui-dice-so-far = { $dice ->
    [none] No dice
   *[other] { COMMAS($dice) }
 }; { $rest } to go
ui-counts = Number of successes
ui-counts-key = ★ critical · ● normal · – none
ui-counted = { $crit } critical, { $success } normal, { $fail } failed

## Verdicts

ui-verdict = { $verdict ->
    [YES] Yes
    [NO] No
   *[TOO_CLOSE] Too close
 }
ui-rule-id = ID of the rule
ui-no-rulings = No rulings yet. The ruling on the first move will appear here.
ui-show-clip = Show the clip
# Read aloud when a ruling arrives.
ui-ruling-spoken = { $verdict }. { $claim }. { $sentence }

## Actions of the active operative

ui-price-normal = Normal cost
ui-price-free = Free
ui-price-less = 1 AP less
ui-price-more = 1 AP more
ui-change-price = Change the AP cost
ui-ap = { $cost } AP
ui-next-action = Choose an action.
ui-end-activation = End activation
# $count: possible actions that are shown only on request.
ui-more-actions = More ({ $count })
ui-unavailable-actions = Unavailable actions ({ $count })
ui-unavailable = Unavailable ({ $count })
# $price: one of the texts above.
ui-move-to-here = { $price } · to the model's current position
ui-move-model = { $cost } AP · move the model · { $text }
ui-choose-one = { $cost } AP · { $needs ->
    [target] choose a target
    [marker] choose a marker
    [hatch] choose a hatch
   *[place] choose a place
 }
ui-tap-board = Tap the board
ui-wounds-lost = Wounds lost
ui-declare = Enter the result
ui-less = { $name }: less
ui-more = { $name }: more

## Corrections of an operative

ui-activate = Activate: { $order }
ui-order-to = Order: { $order }
ui-set-ready = Ready
ui-set-expended = Expended
ui-use-camera = Use the camera's position
ui-use-camera-why = where the camera sees it now
ui-set-position = Set position
ui-set-position-how = tap the board
ui-remove = Remove from the board
ui-correct = Correct this operative
ui-number-of-wounds = Wounds
ui-lose = Lose
ui-stat = Stat
ui-stat-apl = APL
ui-stat-move = Move
ui-stat-hit = Hit
ui-stat-save = Save
ui-change = Change
ui-until = Until the end of
ui-until-next = its next activation
ui-until-this-or-next = its current or next activation
ui-until-turning-point = the turning point
ui-until-battle = the battle

## Decisions

# $name: a player or team.
ui-decides = Decision for { $name }
ui-decide = Decision
ui-both-scored = This ends scoring for both players. Has { $name } finished?
ui-best-play = Best play to the end
ui-take-some = Take { $count } of at most { $most }

## Requests between the players

ui-accept = Accept
ui-decline = Decline
ui-ask-referee = Ask a referee
ui-withdraw = Withdraw
ui-you-asked = Your request to { $asked }
ui-asks = Request from { $by } to { $asked }
# As { $by } of ui-asks.
ui-another-device = another device
ui-a-referee = a referee

## Score and result

# On the score, where there is little room. $points: cp or vp.
ui-points = { $points ->
    [cp] CP
   *[vp] VP
 }
ui-turning-point = Turning point
# The same on a small phone, before a number.
ui-turning-point-short = TP
ui-initiative = initiative
ui-command-points = Command points
ui-victory-points = Victory points
ui-score-point = Turning point { $point }: score
ui-scored-so-far = { $vp } VP scored so far
ui-score-op = Score
# $vp: victory points in the order of the sides, such as "1 to 0".
ui-winner = Winner: { $name }, { $vp }
ui-battle-over = The battle is over, { $vp }
ui-to = { $one } to { $other }
ui-sign = Sign for { $name }
ui-signed = Signed by { $name }
ui-match-report = Match report
