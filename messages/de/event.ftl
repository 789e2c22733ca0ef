### Ein Turnier am Hallenserver: Spieler, Runden, Ergebnisse, Rufe nach einem Schiedsrichter

## Spieler und Einstellungen des Turniers

event-already-entered = { NAME($entrant) }: nimmt schon am Turnier teil.
event-name-taken = Ein anderer Spieler heißt schon { $name }. Ergänze etwas, damit beide zu unterscheiden sind.
event-full = Das Turnier hat { $most } Spieler. Mehr sind nicht erlaubt.
event-not-entered = { NAME($entrant) }: nicht in diesem Turnier.
event-already-dropped = { NAME($entrant) }: schon ausgestiegen.
event-not-dropped = { NAME($entrant) }: nicht ausgestiegen, noch im Turnier.
event-table-twice = In der Liste der Tische kommt ein Tisch zweimal vor. Nenne jeden nur einmal.
event-too-few-rounds = Das Turnier kann nicht { $rounds ->
    [one] nur eine Runde
   *[other] nur { $rounds } Runden
 } haben: { $begun } haben schon begonnen.
event-points-order = Punkte: { $win } für einen Sieg, { $draw } für ein Unentschieden, { $loss } für eine Niederlage. Ein Sieg muss mindestens so viel zählen wie ein Unentschieden, ein Unentschieden mindestens so viel wie eine Niederlage.
event-list-without-names = Die Liste hat keine Spalte mit Namen. In der ersten Zeile muss eine dieser Überschriften stehen: { LIST($known, last: "or") }.
event-list-control = Zeile { $row } der Liste enthält das Steuerzeichen { $character }: Die Datei ist kein CSV oder beschädigt. Exportiere die Liste noch einmal als CSV.
event-list-encoding = Zeile { $row } der Liste enthält unlesbare Zeichen. Speichere die Liste als CSV in UTF-8.
event-list-empty = In der Liste steht kein Spieler. Füge unter den Überschriften für jeden Spieler eine Zeile ein.

## Runden und Paarungen

event-results-missing = Runde { $round } ist noch nicht zu Ende. Ohne Ergebnis: { LIST($tables) }.
event-next-round = Runde { $round } kann jetzt nicht beginnen. Die nächste Runde ist { $next }.
event-rounds-over = Runde { $round } kann nicht beginnen: Das Turnier hat { $rounds ->
    [one] eine Runde
   *[other] { $rounds } Runden
 }.
event-too-few-players = Eine Runde braucht mindestens zwei Spieler. Melde zuerst die Spieler an.
event-rematches-expected = Geplant sind { $rounds } Runden. Mit { $players } Spielern { $possible ->
    [one] geht nur { $possible } Runde
   *[other] gehen nur { $possible } Runden
 }, bevor jemand zum zweiten Mal gegen denselben Gegner spielt oder ein zweites Freilos bekommt. Plane { $possible }, oder rechne damit.
event-seated-twice = Ein Spieler hat zwei Plätze. Gib jedem Spieler nur einen.
event-wrong-players = Gib jedem Spieler dieser Runde einen Platz und sonst niemandem. Falsch oder gar nicht eingeteilt: { LIST(NAME($players)) }.
event-tables-shared = Zwei Spiele haben denselben Tisch, oder ein Spiel hat keinen. Gib jedem Spiel einen eigenen Tisch.
event-too-many-byes = Es gibt zu viele Freilose. Bei ungerader Spielerzahl gib genau eines, sonst keines.
event-round-not-running = Runde { $round } wird gerade nicht gespielt. Es läuft Runde { $running }.
event-no-round-running = Runde { $round } wird gerade nicht gespielt. Noch keine Runde hat begonnen.
event-round-not-last = Nur die zuletzt begonnene Runde lässt sich zurücknehmen. Das ist Runde { $last }, nicht Runde { $round }.
event-round-not-begun = Runde { $round } hat noch nicht begonnen.
event-pairing-fixed = Diese Paarungen stehen fest, weil es zum Spiel schon einen Bericht oder eine Unterschrift gibt: { LIST($tables) }.
event-no-clock = Die Uhr lässt sich nicht starten oder anhalten: Noch keine Runde hat begonnen.
event-clock-running = Die Uhr läuft schon.
event-clock-stopped = Die Uhr steht schon.

## Ergebnisse

event-table-without-game = { $table }: kein Spiel in Runde { $round }.
event-player-without-game = { NAME($entrant) }: kein Spiel in Runde { $round }.
event-result-fixed = { $table }: Das Spiel hat schon ein Ergebnis. Die Turnierleitung kann es berichtigen.
event-not-at-table = { NAME($entrant) }: spielt nicht an { $table }.
event-winner-missing = { $table }: Wähle den Sieger. Wenn jemand aufgibt oder nicht erscheint, gibt es einen Sieger.
event-draw-with-winner = { $table }: Ein Unentschieden hat keinen Sieger. Wähle ein anderes Ende oder keinen Sieger.
event-winner-unclear = { $table }: Der Sieger steht nicht fest. Berichtige das Ergebnis und wähle den Sieger.
event-not-agreed = { $table }: Über das Ergebnis besteht keine Einigkeit. Lass beide dieselben Punkte unterschreiben, oder einen die Punkte, die der Tisch gezählt hat. Sonst trage das Ergebnis als Turnierleitung ein.

## Rufe nach einem Schiedsrichter

event-call-known = { $table }: Der Ruf { $call } ist schon erfasst.
event-too-many-calls = Im Turnier gibt es schon { $most } Rufe nach einem Schiedsrichter. Mehr sind nicht erlaubt.
event-judge-coming = { $table }: { $judge } ist schon unterwegs. Ein zweiter Schiedsrichter ist nicht nötig.
event-call-unknown = Tisch { $table }: Kein Ruf nach einem Schiedsrichter hat die Nummer { $call }.
event-call-answered = { $table }: Der Ruf wurde schon beantwortet. Mach zuerst die Antwort rückgängig.
event-call-withdrawn = { $table }: Der Ruf wurde zurückgezogen. Mach zuerst das rückgängig.
event-call-replaced = { $table }: Ein neuerer Ruf hat diesen ersetzt. Mach zuerst den neueren rückgängig.
event-call-open = { $table }: Ein Ruf nach einem Schiedsrichter ist offen. Beantworte diesen.

## Befehle der Turnierleitung

event-nothing-to-undo = Es gibt keinen Befehl { $number }, der rückgängig zu machen wäre.
event-changed = Das Turnier hat sich geändert: { $acts } Befehle, erwartet { $expected }. Lade die Seite neu.
event-busy = Turnier „{ $event }“: Andere Hallenserver schreiben schneller als dieser. Versuche es noch einmal.
event-unreadable = Turnier „{ $event }“: Befehl { $number } oder ein späterer ist unlesbar ({ $fault }).

## Schlüssel der Turnierleitung, Codes der Spieler

event-wrong-keys = Von diesem Gerät kamen zu viele falsche Schlüssel. Warte eine Minute.
event-organiser-only = Das kann nur die Turnierleitung. Gib ihren Schlüssel ein.
event-wrong-codes = Von diesem Gerät kamen zu viele falsche Codes. Warte eine Minute.
event-wrong-code = Das ist nicht der Code des Spielers. Der Code steht auf seinem Zettel.

## Vorschau: was ein Befehl ändern würde. Jede ist eine Zeile einer Liste.

event-change-none = An Paarungen, Ergebnissen und Rangliste ändert sich nichts.
event-change-enters = { $player } kommt dazu und spielt ab der nächsten Runde mit.
event-change-drops = { $player } steigt aus und wird in der nächsten Runde nicht gepaart.
event-change-returns = { $player } kehrt zurück und spielt ab der nächsten Runde wieder mit.
event-change-renamed = { $player } wird zu: { LIST($details) }.
event-change-removed = { $player } wird aus dem Turnier entfernt.
event-change-round-removed = Runde { $round } wird entfernt{ $results ->
    [0] {""}
    [one] , mit einem Ergebnis
   *[other] , mit { $results } Ergebnissen
 }.
event-change-round-added = Runde { $round } beginnt, mit { $games ->
    [one] einem Spiel
   *[other] { $games } Spielen
 }.
event-change-clock-stops = Die Uhr von Runde { $round } hält an.
event-change-clock-runs = Die Uhr von Runde { $round } startet.
event-change-bye = Runde { $round }: { $player } hat ein Freilos.
event-change-paired = Runde { $round }, { $table }: { $one } gegen { $other }.
event-change-result-removed = Runde { $round }, { $one } gegen { $other }: kein Ergebnis mehr.
event-change-result = Runde { $round }: { $one } { $first }, { $other } { $second }. Sieg: { $winner }{ $ending ->
    [concession] {" "}(durch Aufgabe)
    [time-out] {" "}(vorzeitig beendet)
    [no-show] {" "}(nicht angetreten)
   *[other] {""}
 }.
event-change-draw = Runde { $round }: { $one } { $first }, { $other } { $second }. Unentschieden{ $ending ->
    [time-out] {" "}(vorzeitig beendet)
   *[other] {""}
 }.
event-change-place = { $player }: aus Platz { $old } wird { $new }, Punkte { $score }.
