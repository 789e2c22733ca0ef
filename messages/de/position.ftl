### Positionen von Kämpfern, Gelände und Markern

## Warnungen: wo etwas ist, und wie sicher das ist

position-covered = Nicht mehr zu sehen, zählt am letzten Platz: { LIST(NAME($operatives)) }. Mach die Sicht frei, oder melde, was nicht mehr auf dem Tisch ist.
position-unseen = Seit dem Start nicht zu sehen, zählt am bisherigen Platz: { LIST(NAME($things)) }{ $more ->
    [0] .
   *[other] {" "}und { $more } mehr.
 }
position-lifted = { NAME($thing) }: Platz unsicher. Die Marke sieht { PERCENT($larger) } zu groß aus, als wäre sie { LENGTH($gap, digits: 2) } zu hoch. Stelle das Modell ab. Steht es schon, miss seine Marke nach.
position-tag-smaller = { NAME($thing) }: Platz unsicher. Die Marke sieht { PERCENT($smaller) } zu klein aus. Miss sie nach und berichtige ihre Größe im Katalog.
position-tilted = { NAME($thing) }: Platz unsicher. Die Base sieht um etwa { DECIMAL($tilt_deg, digits: 0) }° geneigt aus. Stelle sie gerade hin. Steht sie schon gerade, klebe die Marke flach auf.
position-many-off-surface = { $off } von { $all } Dingen sehen zugleich zu hoch oder zu tief aus. Entweder ist die Objektivdatei für eine andere Bildgröße oder Schärfe, oder ein Bogen wurde nicht mit 100 % gedruckt. Kalibriere das Objektiv neu und prüfe die gedruckten Lineale.
position-level-doubtful = { NAME($thing) } zählt auf { NAME($level) }, aber { LIST(NAME($others), last: "or") } passt fast ebenso gut.
position-overhang = { NAME($thing) }: Die Base ragt { LENGTH($overhang, digits: 2) } über den Rand von { NAME($level) }.
position-hidden-terrain = { NAME($thing) } steht so hoch wie { NAME($level) }, aber von { NAME($level) } ist keine Marke zu sehen. Mach die Marken frei, oder nimm weg, was unter dem Modell ist.

## Fehler in einer Position, die eine Datei beschreibt

position-apl-or-move = Ein Kämpfer hat APG { $apl } und Bewegung { $move }. Erwartet: 0 bis 9 und 0 bis 30.
position-wounds = Ein Kämpfer hat { $wounds } von { $start } Lebenspunkten. Erwartet: 0 bis { $start }, und zu Beginn mindestens 1.
position-status-missing = { LIST($operatives) }: Jeder Kämpfer auf dem Tisch braucht einen Status, und jeder Status einen Kämpfer.
position-marker-unknown = Kein Marker heißt { QUOTE($marker) }. Möglich: { LIST($known) }.
