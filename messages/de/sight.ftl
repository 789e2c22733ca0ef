### Sicht, Deckung, verdeckt, gültige Ziele

## Aussagen: der Text, wenn sie gelten, und der, wenn nicht

sight-claim-sees = { NAME($viewer) } kann { NAME($target) } sehen
    .fails = { NAME($viewer) } kann { NAME($target) } nicht sehen
sight-claim-cover = { NAME($target) } ist in Deckung
    .fails = { NAME($target) } ist nicht in Deckung
sight-claim-obscured = { NAME($target) } ist verdeckt
    .fails = { NAME($target) } ist nicht verdeckt
# Die Waffenregel Accurate von einem Aussichtspunkt; 0: kein Accurate.
sight-claim-accurate = { $value ->
    [0] Der Angriff hat kein Accurate
   *[other] Der Angriff hat Accurate { $value }
 }
    .fails = Der Angriff hat einen anderen Wert für Accurate

## Bedingungen

sight-visible = Die Sichtlinie ist frei.
    .fails = { $blockers ->
        [none] Die Sichtlinie ist blockiert.
       *[other] Die Sichtlinie ist blockiert durch { LIST(NAME($blockers)) }.
    }
sight-cover-distance = Der Schütze ist { LENGTH($measured) } entfernt: weit genug, damit Deckung zählt.
    .fails = Der Schütze ist { LENGTH($measured, $required) } entfernt: zu nah, als dass Deckung zählt.
sight-cover-given = Deckung geben: { LIST(NAME($parts)) }.
    .fails = Nichts in der Nähe des Ziels gibt Deckung.
# Die Waffe hat Indirect: Kein Gelände und keine Base gibt Deckung dagegen.
sight-cover-counts = Deckung zählt gegen diese Waffe.
    .fails = Die Waffe hat Indirect, deshalb gibt nichts Deckung dagegen.
sight-obscured-by = Das Ziel ist verdeckt durch { LIST(NAME($parts)) }.
    .fails = Nichts dazwischen verdeckt das Ziel.
sight-weapon-range = { NAME($target) } ist { LENGTH($measured) } entfernt, innerhalb der Reichweite der Waffe von { INCHES($required) }.
    .fails = { NAME($target) } ist { LENGTH($measured, $required) } entfernt, außerhalb der Reichweite der Waffe von { INCHES($required) }.
sight-friend-not-engaged = { NAME($friend) } ist nah, aber nicht im Nahkampf mit { NAME($target) }.
    .fails = { NAME($friend) } ist im Nahkampf mit { NAME($target) }.
sight-claim-vantage-accurate = { $value ->
    [0] { NAME($shooter) } bekommt vom Aussichtspunkt kein Accurate
   *[other] { NAME($shooter) } bekommt vom Aussichtspunkt Accurate { $value }
 }
    .fails = { NAME($shooter) } bekommt vom Aussichtspunkt einen anderen Wert für Accurate
sight-claim-valid-target = { NAME($target) } ist ein gültiges Ziel
    .fails = { NAME($target) } ist kein gültiges Ziel
sight-claim-may-select = { NAME($shooter) } darf { NAME($target) } als Ziel wählen
    .fails = { NAME($shooter) } darf { NAME($target) } nicht als Ziel wählen
sight-claim-in-line = { NAME($target) } ist in der Sichtlinie
    .fails = { NAME($target) } ist nicht in der Sichtlinie
sight-claim-smoke-piercing = Rauch nimmt dem Angriff auf { NAME($target) } Piercing
    .fails = Rauch nimmt dem Angriff auf { NAME($target) } Piercing nicht
sight-smoke-between = Dazwischen ist Rauch.
    .fails = Dazwischen ist kein Rauch.
sight-in-smoke = { NAME($target) } ist im Rauch.
    .fails = { NAME($target) } ist nicht im Rauch.
sight-not-concealed = { NAME($target) } hat den Befehl Verbergen, aber keine Deckung, die zählt.
    .fails = { NAME($target) } hat den Befehl Verbergen und Deckung durch { LIST(NAME($parts)) }.
sight-in-line = { NAME($target) } ist in der Sichtlinie.
    .fails = { $why ->
        [obscured] { NAME($target) } ist verdeckt durch { LIST(NAME($parts)) }.
       *[concealed] { NAME($target) } ist verborgen hinter { LIST(NAME($parts)) }.
    }
sight-cover-line-clear = Eine Deckungslinie kreuzt keine Wand.
    .fails = Jede Deckungslinie kreuzt eine Wand, also ist das Ziel nicht zu sehen.
sight-cover-line-by-wall-end =
    .fails = Keine Deckungslinie kreuzt eine Ecke oder das Ende einer Wand.
sight-claim-line-crossed = Ein Kämpfer mit dem Befehl Gefecht steht in der Linie zu { NAME($target) }
    .fails = Kein Kämpfer mit dem Befehl Gefecht steht in der Linie zu { NAME($target) }
sight-line-crossed = Von jeder Seite der Base kreuzen Deckungslinien { $operatives ->
        [none] einen Kämpfer.
       *[other] { LIST(NAME($operatives)) }.
    }
    .fails = Von einer Seite der Base aus kreuzt keine Deckungslinie einen Kämpfer mit dem Befehl Gefecht.
sight-claim-hidden-from-above = Ein Teil der Base von { NAME($target) } ist von oben nicht zu sehen
    .fails = Die Base von { NAME($target) } ist von oben ganz zu sehen
sight-hidden-from-above = Die Base von { NAME($target) } ist von oben zum Teil nicht zu sehen wegen { LIST(NAME($parts)) }.
    .fails = Kein Gelände verdeckt die Base von { NAME($target) } von oben.
sight-claim-point-blank = { NAME($shooter) } darf aus nächster Nähe auf { NAME($target) } schießen
    .fails = { NAME($shooter) } darf nicht aus nächster Nähe auf { NAME($target) } schießen
