### Angriffe: Waffen, Ziele und Zahl der Würfel

## Angaben, mit denen ein Schuss oder Kampf beginnt

attack-unreadable = Der Schuss oder Kampf ist unlesbar. { $fault }
# $expected: Text einer Bibliothek, englisch.
attack-field = Feld { QUOTE($field) }: { QUOTE($found) } gefunden. { $expected }.
attack-answer = { $found } ist keine Antwort. Erwartet: „dice“ (eine Liste von Augenzahlen) oder „choice“ (ein Schlüssel).
attack-target-twice = Ein Ziel kommt zweimal vor: { LIST(NAME($targets)) }. Nenne jedes nur einmal.
attack-primary-as-primary = { NAME($target) } ist das Hauptziel. Die Deckung kann also nicht vom Hauptziel übernommen werden.
attack-primary-perhaps = { NAME($target) } ist das Hauptziel. Ob darauf geschossen wird, ist also keine Frage.
attack-split-twice = Die Attackenwürfel sind schon aufgeteilt ({ LIST($split) }), also darf keine Zahl zum Aufteilen angegeben sein.
attack-split = Die Attackenwürfel sind so aufgeteilt: { LIST($split) }. Erwartet: zusammen { $dice } für { $targets ->
    [one] 1 Ziel
   *[other] { $targets } Ziele
 }.
attack-target-missing = { NAME($operative) } braucht ein Ziel. Wähle eines.
attack-weapon-not-named = { NAME($operative) } braucht eine Waffe. Wähle eine.
attack-weapon-missing = { NAME($operative) } hat auf der Karte keine Waffe { QUOTE($weapon) }. Wähle eine von der Karte.

## Zahlen

attack-wounds = Ein Beteiligter hat { QUOTE($found) } Lebenspunkte. Erwartet: 1 bis 99.
attack-defence-missing = Dem Ziel fehlt der Wert Verteidigung, den diese Edition braucht. Trage einen ein, etwa 3.
attack-defence-dice = Das Ziel hat { QUOTE($found) } Verteidigungswürfel. Erwartet: 0 bis 20.
attack-save = Das Ziel wehrt auf { $found }+ ab. Erwartet: 2+ bis 7+.
attack-invulnerable-save = Das Ziel hat einen Rettungswurf auf { $found }+. Erwartet: 2+ bis 7+.
attack-cover-saves = Die Abwehr durch Deckung ist { $found }. Erwartet: Paare aus normaler und kritischer Abwehr, je 0 bis 20.
