### Waffen und ihre Regeln

weapon-rule-number = Die Waffenregel { $rule } hat die Zahl { QUOTE($found) }. Erwartet: eine ganze Zahl.
weapon-attack-dice = { $weapon } hat { $found } Attackenwürfel. Erwartet: 0 bis 20.
weapon-hit = { $weapon } trifft auf { $found }+. Erwartet: 2+ bis 7+.
weapon-damage = { $weapon } hat den Schaden { $found }. Erwartet: normaler und kritischer Schaden, je 0 bis 99.
weapon-rule-twice = Eine Waffenregel steht doppelt: { LIST($rules) }. Nenne jede nur einmal.
weapon-rule-unknown = Diese Edition hat keine Waffenregel { QUOTE($rule) }. Möglich: { LIST($known) }.
weapon-rule-text = { QUOTE($found) } ist keine Waffenregel. Erwartet: { LIST($known, last: "or") }. Eine eigene Regel des Teams beginnt mit einem Stern.
