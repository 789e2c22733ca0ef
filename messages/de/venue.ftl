### Seiten des Hallenservers: die Halle, ein Turnier für Spieler, für die Turnierleitung und auf großem Bildschirm

## Titel und Links der Seiten

venue-title-hall = Overlook: die Halle
venue-title-event = Overlook: das Turnier
venue-title-screen = Overlook: das Turnier auf großem Bildschirm
venue-title-organise = Overlook: Seite der Turnierleitung
venue-title-slips = Overlook: Spielerzettel
venue-title-challenges = Overlook: angezweifelte Urteile
venue-title-overlay = Overlook: ein Tisch
venue-hall = Die Halle
venue-event = Das Turnier
venue-link-hall = Halle
venue-link-event = Turnier
venue-link-screen = Großer Bildschirm
venue-link-organise = Turnierleitung
venue-link-standings-csv = Rangliste (CSV)
venue-link-games-csv = Spiele (CSV)
venue-link-results-csv = Ergebnisse (CSV)
venue-link-json = Als JSON
venue-loading = Lädt
venue-connecting = Verbindet
venue-live = Live
venue-saved = Gespeichert.
venue-done = Erledigt.

## Verbindung zum Hallenserver

venue-hub-gone = Der Hallenserver antwortet nicht. Diese Seite versucht es weiter.
# $time: eine Uhrzeit.
venue-hub-lost = Der Hallenserver antwortet seit { $time } nicht mehr. Du siehst den Stand von dieser Uhrzeit. Diese Seite versucht es weiter.

## Tische der Halle

venue-tables = Tische
venue-all-tables = Alle Tische
venue-no-tables = Noch hat sich kein Tisch verbunden. Ein Tisch verbindet sich, wenn seine overlook.toml unter [venue] die Halle nennt.
venue-table-live = Verbunden
venue-table-away = Nicht verbunden. Das ist sein letzter gemeldeter Punktestand.
venue-table-unknown = Der Hallenserver antwortet nicht. Das ist der letzte gemeldete Punktestand.
venue-nothing-set-up = Kein Spiel
venue-game-ended = Beendet
venue-game-set-up = Aufbau
venue-turning-point = Wendepunkt { $number }
venue-cp = { $cp } BP
# $text: wie weit das Spiel ist.
venue-demonstration = Vorführung: { $text }
venue-practice = Übung: { $text }
# $one und $other: zwei Spieler an einem Tisch.
venue-pair = { $one } gegen { $other }

## Spaltenköpfe

venue-head-table = Tisch
venue-head-first = Erster Spieler
venue-head-second = Zweiter Spieler
venue-head-vp = SP
venue-head-result = Ergebnis
venue-head-player = Spieler
venue-head-team = Team
venue-head-score = Punkte
venue-head-games = S-U-N
venue-head-opponents = Gegner
venue-head-difference = SP ±
venue-head-played = Spiele
venue-head-won = Siege
venue-head-drawn = Unentschieden
venue-head-caller = Gerufen von
venue-head-since = Seit
venue-head-judge = Schiedsrichter
venue-head-ruling = Letztes Urteil am Tisch
venue-head-words = Nachricht
venue-head-answer = Antwort
venue-head-time = Zeit
venue-head-who = Von
venue-head-done = Was getan wurde
venue-head-why = Grund

## Runde, Uhr und Spiele

venue-rounds = Runden
venue-round = Runde { $round }
venue-round-of = Runde { $round } von { $rounds }
venue-round-none = Noch hat keine Runde begonnen.
venue-players = { $count ->
    [one] Ein Spieler
   *[other] { $count } Spieler
 }
# $time: Minuten und Sekunden.
venue-clock-over = { $time } überzogen
venue-clock-paused = { $time } (Uhr angehalten)
venue-pairings = Paarungen
venue-standings = Rangliste
# $title: die Überschrift mehrerer Seiten.
venue-page-of = { $title }, { $page } von { $pages }
venue-no-game = kein Spiel
venue-match = { $table }: { $one } gegen { $other }
venue-bye-of = Freilos: { $player }.
venue-tie-breaks = Zuerst zählen die Punkte. Bei gleichen Punkten entscheiden nacheinander: die Stärke der Gegner (welchen Anteil ihrer möglichen Punkte sie im Mittel geholt haben, jeder mindestens ein Drittel), dann die Differenz der Siegpunkte, dann die erzielten Siegpunkte. S-U-N: Siege, Unentschieden, Niederlagen; ein Freilos zählt als Sieg.

## Wie weit ein Spiel ist. Darunter stehen die Zeilen der nächsten Gruppe.

venue-state-open = Läuft
venue-state-said = Vom Tisch gemeldet
venue-state-signed = Von einem unterschrieben
venue-state-agreed = Beide einig
venue-state-undecided = Nicht klar, wer gewonnen hat: Die Turnierleitung entscheidet
venue-state-disputed = Verschiedene Punkte: Die Turnierleitung entscheidet
venue-state-confirmed = Bestätigt
venue-state-bye = Freilos
venue-ending = Ende
venue-ending-played = nach Punkten
venue-ending-concession = aufgegeben
venue-ending-time-out = vorzeitig beendet
venue-ending-no-show = nicht angetreten
venue-ending-draw = unentschieden
# $one und $other: Punkte des ersten und zweiten Spielers.
venue-signed-both = Beide haben { $one } : { $other } unterschrieben.
venue-signed-one = { $player } hat { $one } : { $other } unterschrieben.
venue-reported = Der Tisch hat { $one } : { $other } gezählt.
venue-reported-winner = Laut Meldung des Tisches hat { $player } gewonnen.

## Das Spiel, auf dem Telefon eines Spielers

venue-your-game = Dein Spiel
venue-you = Du
venue-your-code = Dein Code
venue-points-yours = Deine Punkte
venue-points-theirs = Punkte des Gegners
venue-points-of = Punkte von { $player }
venue-sign = Unterschreiben
venue-find-player = Spieler suchen
venue-choose-yourself = Wähle deinen Namen.
venue-mine = Runde { $round }: Du spielst gegen { $other } an { $table }.
venue-mine-none = { $player } hat in Runde { $round } kein Spiel.
venue-mine-confirmed = Das Ergebnis ist bestätigt.
venue-mine-undecided = Es ist nicht klar, wer gewonnen hat: Die Turnierleitung entscheidet.
venue-mine-disputed = Ihr habt verschiedene Punkte unterschrieben. Prüft sie gemeinsam und unterschreibt dann neu, oder ruft die Turnierleitung.
venue-mine-table-differs = Der Tisch hat andere Punkte gezählt, als unterschrieben sind. Prüft sie gemeinsam und unterschreibt dann neu, oder ruft die Turnierleitung.
venue-mine-both = Beide haben unterschrieben.
venue-mine-own = Du hast unterschrieben, { $other } noch nicht.
venue-mine-other = { $other } hat unterschrieben, du noch nicht.
venue-mine-nobody = Noch hat niemand unterschrieben.
venue-no-game-yours = Du hast in dieser Runde kein Spiel.
# $own und $theirs: Punkte.
venue-signed = Unterschrieben: { $own } : { $theirs }. Das Ergebnis zählt, wenn { $other } dasselbe unterschreibt und die Turnierleitung es bestätigt.

## Rufe nach einem Schiedsrichter

venue-calls = Rufe nach einem Schiedsrichter
venue-calls-none = Niemand ruft einen Schiedsrichter.
venue-calls-save = Liste der Rufe speichern
venue-call-waiting = wartet auf einen Schiedsrichter
venue-call-coming = ein Schiedsrichter ist unterwegs
venue-call-answered = beantwortet
venue-call-withdrawn = zurückgezogen
venue-call-replaced = erneut gerufen
venue-call-look = Ansehen
venue-call-go = Unterwegs
venue-call-answer = Beantwortet
venue-call-words = Nachricht an den Tisch (freiwillig)
venue-call-log = Ruf für einen Tisch eintragen
# $time: eine Uhrzeit.
venue-waited = { $time }, { $minutes } min

## Angezweifelte Urteile

venue-challenges = Angezweifelte Urteile
venue-challenges-newest = Angezweifelte Urteile, neueste zuerst
venue-challenge-by = { $table }, Spiel { $game }, { $time }: angezweifelt von { $player }:
venue-challenge-table = { $table }, Spiel { $game }, { $time }: angezweifelt am Bildschirm oder an den Tasten des Tisches:
venue-challenge-open = noch offen
venue-challenge-upheld = Urteil gilt
venue-challenge-withdrawn = Urteil aufgehoben
venue-challenge-count = { $count } angezweifelt, { $open } noch offen
venue-challenge-none = Kein Urteil wurde angezweifelt.
venue-chance-yes = { $percent } % ja

## Die Seite der Turnierleitung

venue-organiser-key = Schlüssel der Turnierleitung
venue-your-name = Dein Name
venue-sign-in = Anmelden
venue-rules = Titel, Runden, Punkte und Tische in ihrer Reihenfolge
venue-rule-title = Titel
venue-rule-rounds = Runden
venue-rule-win = Punkte für einen Sieg
venue-rule-draw = Punkte für ein Unentschieden
venue-rule-loss = Punkte für eine Niederlage
venue-rule-bye = SP für ein Freilos
venue-rule-tables = Tische, der erste zuerst (Namen wie auf der Seite der Halle)
venue-rule-save = Speichern
venue-mission = Mission
venue-killzone = Killzone
venue-minutes = Minuten
venue-pair-next = Nächste Runde paaren
venue-round-preview = Runde { $round }: vorgeschlagene Paarungen
venue-round-refused = Die nächste Runde lässt sich nicht paaren
venue-publish = Runde veröffentlichen
venue-table-again = (einer von beiden hat an diesem Tisch schon gespielt)
venue-show-round = Zeigen
venue-confirm-all = Übereinstimmende bestätigen
venue-confirm = Bestätigen
venue-correct = Berichtigen
venue-correct-send = Ergebnis berichtigen
venue-change-table = Tisch ändern
venue-other-table = Spiel an diesen Tisch verlegen
venue-swap = Zwei Spieler tauschen
venue-swap-one = Ein Spieler
venue-swap-other = Der andere Spieler
venue-swap-send = Tauschen
venue-clock-pause = Uhr anhalten
venue-clock-start = Uhr starten
venue-round-take-back = Runde zurücknehmen
venue-round-take-back-why = Runde { $round } zurücknehmen, mit allen Meldungen, Unterschriften und Ergebnissen
venue-won-by = Gewonnen von
venue-choose = wählen
venue-by-points = nach Punkten
venue-preview = Zeigen, was sich ändert
venue-cancel = Abbrechen

## Spieler auf der Seite der Turnierleitung

venue-players-title = Spieler
venue-name = Name
venue-club = Verein
venue-code = Code
venue-enter = Hinzufügen
venue-list = Eine Liste (CSV)
venue-list-enter = Alle aus der Datei hinzufügen
venue-list-guessed = Die Datei ist nicht in UTF-8. Sie wurde als Windows-1252 gelesen: Prüfe die Namen.
venue-drop = Aussteigen
venue-drop-why = { $player } steigt aus
venue-return = Zurückholen
venue-return-why = { $player } kehrt zurück
venue-rename = Umbenennen
venue-rename-title = { $player }: Name, Team, Verein
venue-rename-send = Ändern

## Spielerzettel

venue-slips = Spielerzettel
venue-slips-link = Zettel für alle drucken
venue-slips-key = Öffne diese Seite von der Seite der Turnierleitung aus, nachdem du dich dort angemeldet hast.
venue-slips-local = Diese Zettel führen nur zu diesem Rechner. Öffne die Seite der Turnierleitung unter der Netzwerkadresse des Hallenservers und drucke die Zettel dort.
venue-slips-print = { $count ->
    [one] Ein Zettel.
   *[other] { $count } Zettel.
 } Drucke diese Seite und schneide sie auseinander.
# $address: Adresse einer Seite.
venue-slip-address = Unterschreiben unter { $address }

## Protokoll dessen, was getan wurde

venue-log = Protokoll
venue-log-all = Alles zeigen
venue-take-back = Zurücknehmen
venue-take-back-why = Nr. { $number } zurücknehmen
venue-log-set-up = Turnier angelegt: { $title }, { $rounds } Runden
venue-log-enter = { $player } nimmt teil
venue-log-drop = { $player } steigt aus
venue-log-return = { $player } kehrt zurück
venue-log-rename = Angaben geändert: { $player }
venue-log-round = Runde { $round } veröffentlicht, { $minutes } Minuten Spielzeit
venue-log-report = { $table } meldet { $one } : { $other }
venue-log-sign = { $player } unterschreibt { $one } : { $other }
venue-log-confirm = Ergebnis bestätigt: { $table }
venue-log-correct = Runde { $round }: Ergebnis von { $player } auf { $one } : { $other } berichtigt
venue-log-reseat = Paarungen von Runde { $round } geändert
venue-log-clock-starts = Die Uhr läuft
venue-log-clock-stops = Die Uhr ist angehalten
venue-log-call = { $table } ruft einen Schiedsrichter
venue-log-call-withdrawn = { $table } zieht den Ruf zurück
venue-log-judge-coming = Ein Schiedsrichter geht zu { $table }
venue-log-judge-answered = Ruf beantwortet: { $table }
venue-log-round-back = Runde { $round } zurückgenommen
venue-log-undo = Nr. { $number } zurückgenommen
