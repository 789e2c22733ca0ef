### Actions that a mission pack or a team adds. The names of fields are between backquotes.

ability-name-and-cost = Action { QUOTE($action) } for { QUOTE($cost) } AP: expected a name, and a cost of 0 to 9 AP.
ability-move-of-what = Action { QUOTE($action) } moves, so it needs `treated_as`: the move whose rules it follows.
ability-two-objects = Action { QUOTE($action) } has several of `target`, `controls` and `lays`. Give only one.
# $whom: self, target or near.
ability-target-missing = Action { QUOTE($action) } has an effect on { QUOTE($whom) }, so it needs `target`.
# $roll: d6 or d3.
ability-dice-missing = Action { QUOTE($action) } has an effect by { $roll }, so it needs `dice`.
ability-dice-for-each = Action { QUOTE($action) } has an effect on everybody near, so its dice must be rolled for each: set `each`.
ability-stat-missing = The effect "stat" needs `stat`: apl, move, hit or save.
ability-op-missing = The effect "vp" needs `op`: the op that gives the points.
