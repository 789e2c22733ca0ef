### Der freie Tisch: messen ohne zu urteilen, für jedes Spiel mit Figuren

## Antworten. $value und $sigma sind das Gemessene.

free-gap = { NAME($a) } zu { NAME($b) }: { LENGTH($value, digits: 2) }
free-arc = { NAME($b) } ist { DECIMAL($value, digits: 1) }° neben der Blickrichtung von { NAME($a) }
free-sight = { $value ->
    [seen] { NAME($a) } sieht { NAME($b) }: { DECIMAL($degrees, digits: 1) }° sind frei
   *[hidden] { NAME($a) } kann { NAME($b) } nicht sehen
 }
free-chain = Das längste Glied der Kette { LIST($models) } misst { LENGTH($value, digits: 2) }
free-move = { NAME($a) } bewegte sich { LENGTH($value, digits: 2) }
free-template = { $covered ->
    [wholly] { NAME($a) } ist ganz unter der Schablone
    [partly] { NAME($a) } ist unter der Schablone
   *[out] { NAME($a) } ist nicht unter der Schablone
 }
# $error: 95 % aller Messungen liegen darin.
free-error = ±{ LENGTH($error, digits: 2) }
free-error-degrees = ±{ DECIMAL($error, digits: 1) }°
free-limit = Grenze { LENGTH($limit, digits: 2) }, ±{ LENGTH($error, digits: 2) }
free-limit-degrees = Grenze { DECIMAL($limit, digits: 1) }°, ±{ DECIMAL($error, digits: 1) }°
# $answers: Texte, jeder eine Antwort ohne ihren Fehler.
# $number: so viele Antworten folgen.
free-answers = { $number } Antworten
free-said = { LIST($answers) }

## Fehler einer Frage oder einer Datei

free-chain-alone = Eine Kette braucht zwei oder mehr Modelle. Wähle noch eines.
free-question = Die Frage { QUOTE($asked) } ist unverständlich. Frage „gap A1 B1“, „range A1 6“, „arc A1 B1 90“, „sight A1 B1“, „chain A1 A2 A3 2“, „move A1 from 3,4“ oder „template circle 10,8 3“.
free-model-unknown = Auf dem Tisch ist kein Modell { QUOTE($model) }. Die Modelle sind { LIST($known) }.
free-nobody = Auf dem Tisch ist kein Modell, das gemessen werden kann.
free-length-unknown = { QUOTE($found) } ist keine Länge und keine Reichweite dieses Spiels. Schreibe Zoll, etwa 6, oder eines von { LIST($known, last: "or") }.
free-template-unknown = { QUOTE($found) } ist keine Schablone dieses Spiels. Nimm eines von { LIST($known, last: "or") }.
free-file-kind = die Datei eines freien Spiels

## Die Seite

free-page-title = Freier Tisch
free-page-open = Frei messen
free-page-kind = Messung
free-page-kinds = { $kind ->
    [gap] Abstand
    [range] Reichweite
    [arc] Winkel
    [sight] Sichtlinie
    [chain] Kette
    [move] Bewegung
   *[template] Schablone
 }
free-page-from = Von
free-page-to = Zu
free-page-limit = Grenze oder Größe: Zoll oder ein Name
free-page-point = Punkt: x,y in Zoll, oder tippe aufs Spielfeld
free-page-template = Schablone: circle oder ein Name
free-page-question = Frage
free-page-ask = Messen
free-page-picture = Bild
free-page-notes = Notizen
free-page-note = Notiz schreiben
free-page-add = Hinzufügen
free-page-answer = Antwort
free-page-keep = Antwort notieren
free-page-undo = Rückgängig
# $turn: wie das Spiel einen Zug nennt. $number: der wievielte es ist.
free-page-turn = { $turn } { $number }
free-page-next = Weiter
