### Das Spiel: Karten, Spieler und Figuren, und abgelehnte Vorhaben

## Ein abgelehntes Vorhaben

game-refused = { $what }: nicht erlaubt. { SENTENCES($faults) }
# Regel C24-08: die Kennung einer Regel.
game-refused-by = Regel { $rule }: { $fault }

## Was es in diesem Spiel nicht gibt

game-operative-unknown = In diesem Spiel heißt kein Kämpfer { QUOTE($operative) }. Die Kämpfer: { LIST($known) }.
game-player-unknown = In diesem Spiel heißt kein Spieler { QUOTE($player) }. Die Spieler: { LIST($known) }.
game-marker-unknown = In diesem Spiel heißt kein Marker { QUOTE($marker) }. Die Marker: { LIST($known) }.
game-weapon-unknown = { NAME($operative) } hat keine Waffe { QUOTE($weapon) }. Die Waffen auf der Karte: { LIST($known) }.
game-phase-twice = Zwei Phasen heißen gleich: { LIST($phases) }.
# Der Marker eines Kämpfers, der entfernt oder nie aufgestellt wurde.
game-drop-place = Die Position von { NAME($operative) } ist unbekannt. Gib die Position von { NAME($marker) } ein.

## Karten und Plätze

game-card-owner = Der Karte { QUOTE($name) } fehlt die Kennung oder der Spieler. Sie braucht beides.
game-card-numbers = { NAME($operative) }: APG { $apl }, Bewegung { $move }, Rüstungswurf { $save }+, Lebenspunkte { $wounds }. Erwartet: APG 0 bis 9, Bewegung 0" bis 30", Rüstungswurf 1+ bis 7+ und 1 bis 200 Lebenspunkte.
game-card-group = { NAME($operative) }: Gruppe von { $group }, Verteidigung { $defence }. Erwartet: eine Gruppe von 1 bis 20 und Verteidigung 0 bis 20.
game-operative-twice = Zwei Kämpfer haben die Kennung { QUOTE($operative) }. Gib jedem eine eigene.
game-seat = Ein Platz kann nicht { QUOTE($found) } heißen. Gib ihm die Kennung eines Spielers, etwa „p1“.
game-ploy = Kriegslist { QUOTE($ploy) } für { $cost } BP: erwartet sind ein Name mit 1 bis { $most_letters } Buchstaben und Kosten von 0 bis { $most_cp } BP.
game-place = Die Position x { $x }, y { $y }, z { $z }, Drehung { $rotation } ist nicht endlich. Erwartet: endliche Zahlen.

game-phase-endless = Die Phase { QUOTE($phase) } endet nicht.
