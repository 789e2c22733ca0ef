### Seiten, die der Server selbst schreibt: Fehler, Genauigkeitszertifikat, Würfelstatistik, Spielbericht, Würfelteller

## Verweise und Titel

page-to-table = Zum Tisch
page-to-set-up = Einen Tisch aufbauen (auf der Seite des Tisches)
page-to-health = Status des Tisches
page-pair-device = Dieses Gerät koppeln

## Titel von Fehlerseiten

page-title-unpaired = Dieses Gerät ist nicht gekoppelt
page-title-forbidden = Auf diesem Gerät nicht erlaubt
page-title-missing = Seite nicht gefunden
page-title-unavailable = Der Tisch kann gerade nicht antworten
page-title-failed = Das hat nicht geklappt

## Seiten anstelle von anderen

page-set-up-title = Aufbau
page-first-run-title = Ersteinrichtung
page-demonstration = Die Vorführung läuft
page-demonstration-why = Auf dem simulierten Tisch läuft ein Spiel nach Drehbuch, deshalb gibt es nichts aufzubauen. Am Bildschirm des Tisches oder als Spielleitung kannst du stattdessen einen leeren simulierten Tisch, ein fertiges Spiel oder deine eigene Kamera wählen.
page-no-camera = Der simulierte Tisch braucht keine Kamera
page-no-camera-why = Es muss nichts eingerichtet werden. Wenn du stattdessen eine Kamera nehmen willst, wähle sie auf der Seite des Tisches (am Bildschirm des Tisches oder als Spielleitung).

## Schiedsrichter

page-judge-title = Schiedsrichter
page-judge-call = Schiedsrichter rufen
page-judge-or-see = oder sehen, ob einer kommt
page-judge-none = Hier kannst du keinen Schiedsrichter rufen
page-judge-ask-organiser = Dieser Tisch gehört zu keiner Halle. Frage die Turnierleitung persönlich.

## Würfelteller

page-tray-title = Würfelteller
page-tray-image = Bild der Kamera über dem Würfelteller
page-tray-upper-left = Tippe auf die Ecke des Würfeltellers oben links, innen am Rand.
page-tray-upper-right = Tippe auf die Ecke des Würfeltellers oben rechts, innen am Rand.
page-tray-lower-right = Tippe auf die Ecke des Würfeltellers unten rechts, innen am Rand.
page-tray-lower-left = Tippe auf die Ecke des Würfeltellers unten links, innen am Rand.
page-tray-line = Prüfe die gelbe Linie: Sie soll innen am Rand entlanglaufen.
page-tray-empty = Bild aufnehmen: Der Würfelteller ist leer
page-tray-dice = Bild aufnehmen: Nur die Würfel von { $name } liegen im Würfelteller, ohne einander zu berühren
page-tray-save = Speichern und Würfe lesen
page-tray-again = Von vorn beginnen
page-tray-done = fertig
page-tray-corner-far = Eine Ecke kann höchstens { $most } px vom Bildrand oben links entfernt sein. Tippe noch einmal auf die Ecke.
page-tray-not-touched = { QUOTE($found) } ist keine Ecke des Würfeltellers. Tippe im Bild auf eine Ecke.

## Genauigkeitszertifikat

page-certificate-title = Genauigkeitszertifikat
page-certificate-dated = Genauigkeitszertifikat { $date }
page-certificate-none = Noch kein Genauigkeitszertifikat
page-certificate-how = Drucke die Prüfplatte mit „{ $print }“. Fotografiere sie an mehreren Stellen auf dem Spielfeld. Miss dann die Fotos mit „{ $verify }“ aus.
page-certificate-about = Kamera { $camera }, geprüft am { $date }: { $distances } Abstände bis 6" an { $places ->
    [one] einer Stelle
   *[other] { $places } Stellen
 }, { DECIMAL($pixels) } Pixel pro Kästchen.
page-certificate-covered = { PERCENT($share, digits: 1) } der Fehler liegen im angegebenen 95-%-Bereich.
page-certificate-uncovered = Nur { PERCENT($share, digits: 1) } der Fehler liegen im angegebenen 95-%-Bereich. Der angegebene Fehler ist also zu klein. Kalibriere die Kamera neu.
page-certificate-short = ±{ MM($error, digits: 2) }, geprüft { $date }
page-certificate-p95 = 95 % der Fehler liegen darunter
page-certificate-p50 = die Hälfte der Fehler liegt darunter
page-certificate-largest = größter Fehler
page-certificate-mean = mittlerer Fehler (+ zu lang, − zu kurz)
page-certificate-places = Fotos
page-certificate-map = Stellen der Prüfplatte auf dem Spielfeld
page-certificate-map-caption = Stellen der Prüfplatte. Die Größe jeder Scheibe zeigt den Fehler dort (95 %, in mm).
page-certificate-photograph = Foto
page-certificate-middle = Mitte
page-certificate-tags = Marken
page-certificate-mean-error = mittlerer Fehler
page-certificate-error = 95 %
page-certificate-scale = Maßstab

## Würfelstatistik

page-dice-title = Würfelstatistik
page-dice-none = An diesem Tisch wurde noch nicht gewürfelt.
page-dice-figures = χ² (Chi-Quadrat) misst, wie ungleich die Augen gefallen sind; 0 ist völlig gleich. p ist die Wahrscheinlichkeit, dass faire Würfel zufällig mindestens so ungleich fallen. Ist p kleiner als { $limit } (bei einem von { $tables } Tischen), heißen die Würfel ungewöhnlich.
page-dice-line = Die Linie ist der Durchschnitt fairer Würfel.
page-dice-evening = Abend
page-dice-count = Würfel
page-dice-all = alle
page-dice-too-few = zu wenige
page-dice-chart = { $of }: { LIST($faces) }
page-dice-face = { $count }-mal { $face }

## Spielbericht

page-report-versus = { $one } gegen { $other }
page-report-title = { $players }, Spiel { $game }
page-report-begun = begonnen
page-report-game = Spiel { $game }
page-report-vp = SP
page-report-set-up = Aufbau
page-report-in-point = Wendepunkt { $point }, nicht beendet
page-report-end-of-point = Ende von Wendepunkt { $point }
page-report-board = Das Spielfeld: { $title }
page-report-scores = { $title }: { LIST($scores) }
page-report-score = { $name }: { $vp } SP
page-report-not-over = Die Schlacht ist nicht vorbei.
page-report-won = Sieger: { $name }.
page-report-draw = Die Schlacht endet unentschieden.
page-report-signed = Unterschrieben von { LIST($names) }.
page-report-terrain = { $name }, { INCHES($top) } hoch
page-report-operative = { $name }, noch { $wounds } von { $of } Lebenspunkten
page-report-points = Punkte
page-report-turning-point = Wendepunkt
page-report-who = wer
page-report-from = wofür
page-report-why = warum
page-report-moments = Ereignisse
page-report-moment = Wendepunkt { $point }, { $time }
page-report-clip = Clip (solange der Tisch ihn aufhebt)
page-report-rulings = Urteile
page-report-ruling = Urteil
page-report-claim = Aussage
page-report-measured = gemessen
page-report-yes = ja
page-report-no = nein
page-report-too-close = zu knapp
page-report-dice-faces = Würfel, nach Augen eingegeben
page-report-dice-counted = Würfel, als Erfolge eingegeben
page-report-dice-of = Würfel von
page-report-dice-fair = fair?

## Skripte der Seiten, für Entwickler

page-script-circle = { $file } importiert sich selbst über { LIST($through) }. Entferne den kreisförmigen Import.
page-script-form = { $file }: Dieser Import oder Export kann nicht gebündelt werden. Verwende benannte Importe und exportiere nur Funktionen, Klassen und Konstanten.
