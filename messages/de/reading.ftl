### Was eine gesehene Bewegung, eine gedrehte Luke oder ein Angriff gewesen sein kann; Modelle am falschen Platz

## Lesarten einer Bewegung: Beschriftungen

reading-move = { $action }, { COST($charged) } von { COST($allowed) }
reading-move-note = { $action }, { COST($charged) } von { COST($allowed) }: { $note }
reading-move-open = { $action }, { COST($charged) } von { COST($allowed) }: zu knapp
reading-move-note-open = { $action }, { COST($charged) } von { COST($allowed) }: { $note }: zu knapp

## Anmerkungen zu einer Lesart

reading-fault = { $fault ->
    [precondition] jetzt nicht erlaubt
    [through_terrain] geht durch Gelände
    [through_base] geht durch ein anderes Modell
    [through_enemy_base] geht durch ein gegnerisches Modell
    [base_overlap] endet auf der Base eines anderen Modells
    [not_carried] dort kann kein Modell stehen
    [jump_too_far] springt zu weit
    [board_edge] verlässt das Spielfeld
    [enters_control_range] kommt unterwegs einem Gegner zu nah
    [ends_in_control_range] endet zu nah an einem Gegner
    [left_control_range] verlässt einen Gegner, bei dem das Modell bleiben muss
    [must_finish_in_control_range] endet nicht in der Kontrollreichweite eines Gegners
    [climb_height] klettert zu hoch, oder wo nichts zum Klettern ist
    [drop_height] geht zu tief hinab
    [dash_climb] darf nicht klettern, hinabsteigen oder springen
   *[too_far] zu weit
 }
reading-carried = die Ausrüstung, die das Modell mitnimmt, darf dort nicht stehen
reading-cost = kostet { $cost } AP, übrig: { $left } AP
reading-cost-counteract = kostet { $cost } AP, eine Gegenmaßnahme erlaubt 1 AP
reading-mines = { LIST($mines) }
reading-mine-sprung = { NAME($mine) } geht hoch
reading-mine-not-sprung = { NAME($mine) } geht nicht hoch
reading-mine-avoided = { NAME($mine) } wird umgangen

## Fragen

reading-moved = { $name } wurde { LENGTH($distance) } bewegt. Diese Bewegung bestätigen?
reading-moved-open = { $name } wurde { LENGTH($distance) } bewegt. Zu knapp: Diese Bewegung bestätigen?
reading-moved-illegal = { $name } wurde { LENGTH($distance) } bewegt. Keine Aktion erlaubt diese Bewegung.
reading-hatch-turned = { $name } hat { NAME($hatch) } gedreht, jetzt { $now ->
    [open] offen
   *[closed] geschlossen
 }. Diese Aktion bestätigen?
reading-marker-lifted = { $name } hat { NAME($marker) } vom Tisch genommen. Diese Aktion bestätigen?
reading-lift = { $action }: { NAME($marker) }
reading-hatch = { $action }: { NAME($hatch) } ist { $now ->
    [open] offen
   *[closed] geschlossen
 }

## Modelle und Marker am falschen Platz

reading-out-of-turn = { NAME($operative) } steht { LENGTH($distance) } neben dem Platz und wurde außerhalb der eigenen Aktivierung bewegt. Stelle das Modell zurück auf Position { DECIMAL($x) } / { DECIMAL($y) }.
reading-hatch-not-operated = { NAME($hatch) } ist { $now ->
    [open] offen
   *[closed] geschlossen
 }, aber niemand hat die Luke bedient. Drehe sie zurück.
reading-hatch-put-back = { NAME($hatch) } ist { $now ->
    [open] offen
   *[closed] geschlossen
 }, aber keine Aktion erklärt das. Drehe die Luke zurück und stelle { NAME($operative) } wieder auf Position { DECIMAL($x) } / { DECIMAL($y) }.
reading-hatch-begins = { NAME($hatch) } ist { $now ->
    [open] offen
   *[closed] geschlossen
 }, aber zu Beginn der Schlacht sind Luken { $begin ->
    [open] offen
   *[closed] geschlossen
 }. Drehe sie, bevor die Schlacht beginnt.
reading-token-refused = Marker „{ $token }“: { $fault }
