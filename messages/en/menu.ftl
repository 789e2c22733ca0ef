### The panel's menu: what its buttons step through and take

## Questions

menu-set-up-turn = { NAME($player) }: set up an operative.
menu-set-up-any = Either player: set up an operative.
menu-activate = Choose an operative to activate.
menu-action = { NAME($operative) }: choose an action.
# Shown where the marked item is shown, before one is marked.
menu-none-marked = Press Next to choose

## Items

menu-action-choice = { $action }
# $choice: the weapon and the target, the marker or the hatch.
menu-action-with = { $action }: { $choice }
menu-face = { $face }
menu-tray-roll = From the tray: { $dice }
menu-take-options = Take { $picked } of at most { $most }
menu-set-up-operative = Set up { NAME($operative) } { $name }
menu-set-up-item = Set up { $item }
menu-set-up-marker = Set up { $item } { $marker }
menu-more = Ploys, points and more
menu-ploy = { NAME($player) }: use { $ploy }, { $cost } CP
# A ploy without a card on the table. $cards: whether the player has cards of other ploys.
menu-unnamed-ploy = { NAME($player) }: use { $cards ->
    [yes] another ploy
   *[no] a ploy
 }, { $left } CP left
menu-ploy-cost = { $cost } CP for this ploy of { NAME($player) }
menu-score = { NAME($player) }: score { $op }, { $vp } VP so far
# $reason: a fragment, such as "controls M1".
menu-score-due = { NAME($player) }: score { $op }: { $reason }
menu-vp = { $vp } VP for { NAME($player) }: { $op }
menu-reveal = { NAME($player) }: reveal { $op }
menu-put-down = { NAME($operative) }: put down { NAME($marker) }
menu-sign = { NAME($player) }: sign the result

## Results

menu-winner = Winner: { NAME($player) }. Score: { $first } to { $second }
menu-draw = Draw. Score: { $first } to { $second }

## Presses that are refused

menu-no-decision = No decision is open.
menu-choose-first = Press Next to choose first. { $question }
menu-decision-changed = The decision has changed since you marked an answer. Look again, then press.
menu-decision-new = The decision has just changed. Look again, then press.
