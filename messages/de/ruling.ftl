### Urteile: Wahrscheinlichkeit, Schwelle und Rat

ruling-figure-nan = Feststellung { $rule }: Ein Wert ist keine Zahl.
ruling-sigma = Feststellung { $rule }: Die Streuung ist { QUOTE($found) }. Erwartet: eine endliche Zahl, mindestens 0.
ruling-threshold = Die Schwelle ist { $found }. Erwartet: mindestens 0.5 und kleiner als 1, zum Beispiel 0.955.
ruling-probability = Das Urteil „{ $claim }“ hat die Wahrscheinlichkeit { $found }. Erwartet: 0 bis 1.

## Rat bei einem Urteil, das zu knapp ist

ruling-settling = { $missing ->
    [length] Das Maß liegt { MM($short) } zu nah an der Grenze, um sicher zu sein.
   *[certainty] Mehrere Maße sind jeweils etwas unsicher, und keines allein entscheidet.
 } { $where ->
    [here] Miss am markierten Punkt nach und gib das Ergebnis ein,
   *[anywhere] Miss den Abstand nach und gib das Ergebnis ein,
 } { $by_hand ->
    [none] oder mach der Kamera die Sicht frei.
   *[other] oder zeige der Kamera, was von Hand eingegeben wurde: { LIST($by_hand) }.
 }

## Anmerkungen zu einem Urteil

# $option: eine offene Frage der Regeln; $reading: wie dieser Tisch sie liest.
ruling-reading = Lesart: { $option } = { $reading }

## Warum ein Urteil unsicher ist

ruling-cause-of = { $cause ->
    [pixel] Bild der Marke von { NAME($thing) }
    [lens] Objektiv, bei { NAME($thing) }
    [board] Position des Spielfelds, bei { NAME($thing) }
    [level] Höhe der Fläche unter { NAME($thing) }
    [mounting] Sitz der Marke von { NAME($thing) }
    [rim] Umriss der Base von { NAME($thing) }
    [path] Weg von { NAME($thing) }
   *[other] Position von { NAME($thing) }
 }
ruling-cause = { $cause ->
    [lens] Objektiv
    [board] Position des Spielfelds
    [path] Suche nach dem günstigsten Weg
   *[other] alle Positionen zusammen
 }
ruling-share = { $cause }: { PERCENT($share) } der Unsicherheit, ±{ LENGTH($sigma, digits: 3) }
ruling-settling-first-of = { $cause ->
    [pixel] Zeige der Kamera die Marke von { NAME($thing) } besser
    [lens] Kalibriere das Objektiv
    [board] Lege das Spielfeld flach hin und kalibriere seine Position
    [level] Prüfe, worauf { NAME($thing) } steht
    [mounting] Miss die Lasche von { NAME($thing) } nach
    [rim] Mach der Kamera die Sicht auf die Base von { NAME($thing) } frei
    [path] Zeige den Weg von { NAME($thing) }
   *[other] Miss die Position von { NAME($thing) } nach
 }: Daher kommen { PERCENT($share) } der Unsicherheit.
ruling-settling-first = { $cause ->
    [lens] Kalibriere das Objektiv
    [board] Lege das Spielfeld flach hin und kalibriere seine Position
    [path] Zeige den Weg
   *[other] Miss die Positionen nach
 }: Daher kommen { PERCENT($share) } der Unsicherheit.
ruling-settling-cause = { $advice } { $first }
