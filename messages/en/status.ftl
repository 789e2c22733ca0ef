### The line below the score: who decides what, who is ready, the clock; and the other player's decision

status-now = Now
status-both = Both players
# $topic: what is decided. $name: a player, or both of them.
status-doing = { $topic ->
    [action] { $name }: choosing an action
    [activation] { $name }: choosing an operative
    [challenge] { $name }: settling a challenge
    [dice] { $name }: resolving dice
    [drop] { $name }: placing a marker
    [equipment] { $name }: choosing equipment
    [initiative] { $name }: deciding the initiative
    [interrupt] { $name }: deciding whether to interrupt
    [last_action] { $name }: deciding about a last action
    [proposal] { $name }: confirming what the camera saw
    [reaction] { $name }: deciding about a reaction
    [roll_off] { $name }: rolling off
    [rule_order] { $name }: ordering rules
    [scouting] { $name }: choosing a scouting option
    [test] { $name }: rolling for a test
    [turning_point_end] { $name }: scoring the turning point
   *[other] { $name }: deciding
 }
status-over = The battle is over
# $name: a player. $count: how many of its operatives are ready.
status-ready = { $name }: { $count } ready
# $name: a player. $time: thinking time, such as 12:03.
status-time = { $name }: { $time }
# $label: an op, such as "Crit op". $vp: the player's points from it.
status-op = { $label } { $vp }
# $facts: points by op, such as "Crit op 2, Kill op 1".
status-ops = { $name }: { $facts }
# Points at the end of the turning point follow, by player.
status-at-end = End of turning point:
# $label: an op, such as "Crit op". $vp: the points that it would give.
status-expected-op = { $label } +{ $vp }
status-expected-none = no points
# $name: a player. $facts: points by op, such as "Crit op +2, Kill op +1".
status-expected = { $name }, at the end of this turning point if nothing changes: { $facts }
status-theirs = The other player's decision
# $facts: targets that can be chosen.
status-targets = { COMMAS($facts) }
