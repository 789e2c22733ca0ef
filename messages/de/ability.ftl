### Aktionen, die ein Missionspaket oder Team mitbringt. Namen von Feldern stehen zwischen Gravis-Zeichen.

ability-name-and-cost = Aktion { QUOTE($action) } für { QUOTE($cost) } AP: Erwartet sind ein Name und Kosten von 0 bis 9 AP.
ability-move-of-what = Aktion { QUOTE($action) } bewegt, deshalb braucht sie `treated_as`: die Bewegung, deren Regeln gelten.
ability-two-objects = Aktion { QUOTE($action) } hat mehrere von `target`, `controls` und `lays`. Gib nur eines an.
ability-target-missing = Aktion { QUOTE($action) } wirkt auf { QUOTE($whom) }, deshalb braucht sie `target`.
ability-dice-missing = Aktion { QUOTE($action) } wirkt mit { $roll }, deshalb braucht sie `dice`.
ability-dice-for-each = Aktion { QUOTE($action) } wirkt auf alle in der Nähe, deshalb wird für jeden gewürfelt: Setze `each`.
ability-stat-missing = Die Wirkung „stat“ braucht `stat`: apl, move, hit oder save.
ability-op-missing = Die Wirkung „vp“ braucht `op`: den Op, der die Punkte gibt.
