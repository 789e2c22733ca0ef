### Angebotene Aktionen und Kriegslisten, und warum sie nicht möglich sind

## Strategie- und Gefechtslisten

offer-ploy-no-effect = Jetzt ohne Wirkung. Nötig ist ein befreundeter Kämpfer, der { LIST($moments, last: "or") }.
offer-ploy-moment = { $moment ->
    [retaliating] zurückschlägt
    [fighting] kämpft
    [shooting] schießt
    [falling-back] sich gerade zurückgezogen hat
   *[fallen] gerade kampfunfähig wurde
 }

## Aktionen

offer-no-hatch = Es gibt keine Luke.
offer-no-enemy = Es gibt keinen Gegner, den man als Ziel wählen kann.
offer-hatch = { $open ->
    [yes] { $hatch } schließen
   *[no] { $hatch } öffnen
 }
offer-token = Marker { $token } ({ $kind ->
    [objective] Missionsziel
    [smoke] Rauch
    [mine] Mine
   *[other] { $kind }
 }) an seinem Platz
offer-marker = { $kind ->
    [objective] Missionsziel
    [smoke] Rauch
    [mine] Mine
   *[other] { $kind }
 } { $marker }
offer-target = { $name }
offer-target-weapon = { $name }, { $weapon }
offer-too-close = { $choice }, zu knapp
offer-open = Zu knapp: { $reason }
offer-up-to = Bis zu { INCHES($inches) }.
offer-damage = Schaden { $normal }/{ $critical }
offer-weapon-facts = { COMMAS($facts) }
offer-move = { INCHES($inches) }, { $cost } AP

## Messungen

offer-distance = { $start } bis { $end }
offer-distance-engaged = { $start } bis { $end }, in { $range } zueinander
offer-point = { DECIMAL($x) } / { DECIMAL($y) }
offer-length = { LENGTH($inches, digits: 2) }
offer-fact-close = Zu knapp: { $claim }
offer-length-sigma = { MEASURED($inches, $sigma, digits: 2) }

## Fehler in der Eingabe

offer-operative-unknown = In diesem Spiel heißt kein Kämpfer { QUOTE($operative) }.
offer-operative-off = { NAME($operative) } ist nicht auf dem Tisch.
offer-move-unknown = Es gibt keine Bewegung { QUOTE($move) }. Möglich: { LIST($known) }.
offer-no-image = Die Kamera hat noch kein Bild geschickt. Warte auf das erste.

## Was die möglichen Aktionen nicht berücksichtigen, weil es noch niemand bestätigt hat

offer-move-unconfirmed = Bei diesen Aktionen zählt die Bewegung von { NAME($operative) } noch nicht. Bestätige sie zuerst, oder stelle das Modell zurück.
offer-action-unconfirmed = Bei diesen Aktionen zählt { $action } von { NAME($operative) } noch nicht. Bestätige das zuerst, oder antworte mit Nein.
offer-model-moving = Bei diesen Aktionen zählt nicht, wohin { NAME($operative) } gerade gestellt wird. Der Tisch fragt, sobald das Modell steht.
