### Die Seite des Telefons, und das Koppeln

## Reiter unter dem Spielfeld

phone-tabs = Unter dem Spielfeld
phone-game = Spiel
phone-model = Modell
phone-teams = Teams
phone-measure = Messen

## Wessen Telefon es ist, und wer entscheidet

phone-you-are = Du bist { $name }
phone-waiting-action = Warten auf { $name }: Aktion für { $operative } wählen.
phone-open-twice = Diese Seite ist noch in einem anderen Tab dieses Browsers offen. Schließe einen davon, damit jedes Tippen nur einmal zählt.
phone-waiting = Warten auf { $name }. { $question }
phone-read = Gelesene Würfel: { COMMAS($dice) }

## Uhr und Spiel

phone-clock = Uhr
phone-round = Runde
phone-time-left = noch { $time }
phone-start-clock = Uhr starten
phone-stop-clock = Uhr anhalten
phone-time-uncounted = Der Tisch war während der Runde aus, und seine Uhr weiß nicht, wie lange. Wie viele Minuten soll die Runde zählen?
phone-minutes-off = Minuten, die der Tisch aus war
phone-add-minutes = Zur Runde zählen
phone-more = Kriegslisten, Punkte, neues Spiel
phone-new-battle = Neue Schlacht
phone-new-battle-how = mit den Modellen auf dem Spielfeld
phone-free-play = Freies Spiel
phone-free-play-how = ohne Züge
phone-begin-other = { $name }? Das laufende Spiel bleibt aufgezeichnet.
phone-concede = Schlacht aufgeben
phone-concede-sure = Aufgeben? { $winner } gewinnt, und die Schlacht endet.
phone-end = Schlacht beenden
phone-end-sure = Die Schlacht beenden? Danach wird nichts mehr gewertet.
phone-recorded = Aufgezeichnete Spiele

## Geheimes, Kriegslisten, Punkte

phone-reveal = { $label } aufdecken
phone-to-both = für beide Spieler
phone-in-secret = { $label }, geheim
phone-choose-label = { $label } wählen
phone-secretly = geheim
phone-card = { $label }: { $name }
phone-commitments = Geheime Wahl beider Spieler
phone-own-choices = Was du gewählt hast
phone-own-choice = Deine Wahl: { $label } – { $values }
phone-nothing-chosen = nichts
phone-commitment = { $check ->
    [sealed] { $name }: { $label }, versiegelt
    [checked] { $name }: { $label } – { $values } ✓ geprüft
   *[other] { $name }: { $label } – { $values } ✗ stimmt nicht mit dem Versiegelten überein
 }
phone-of = { $name }: { $label }
phone-ploy = Kriegslist
phone-op = Op
phone-use = Einsetzen
phone-use-ploy = { $name } einsetzen, { $cost } BP
phone-ploys = Kriegslisten
phone-ploys-now = Kriegslisten: { $count } jetzt
phone-any-time = jederzeit
phone-ploy-facts = { $when } · { $cost } BP

## Von Hand auf das Spielfeld setzen

phone-by-hand = Von Hand auf das Spielfeld setzen
phone-marker = Marker
phone-smoke = Rauch
phone-tap-board = auf das Spielfeld tippen
phone-a-marker = der Marker
phone-put-down = { $name }: Marker ablegen
phone-set-up = { $name }: Ausrüstung aufstellen
phone-set-up-seen = Aufstellen, wo gesehen
phone-set-up-seen-how = an der Position der Kamera
phone-back = Zurückholen
phone-wounds-of = { $name }: Lebenspunkte
phone-rule-of = { $name }: Regel
phone-rule-name = Name der Regel
phone-which-first = Fragen, welche Regel zuerst kommt

## Das Blatt eines Modells

phone-tap-model = Tippe auf ein Modell auf dem Spielfeld.
phone-moves = Bewegungen
phone-targets = Ziele
phone-weapons = Waffen
phone-effects = Wirkungen
phone-widest = Das ist das größte mögliche Gebiet. Einzelne Stellen darin können verboten sein.
phone-apl = { $left } von { $of }
phone-stat = { $stat ->
    [apl] APG
    [move] Bewegung
   *[save] Rüstungswurf
 }
phone-weapon-facts = { $kind } · { $attacks } Würfel · { $hit } · { $damage }
phone-inches = { INCHES($length) }

## Teams

phone-out = Kampfunfähig: { LIST($names) }
phone-wounds-left = noch { $left } von { $of }

## Längen

phone-lengths = Längen: { $unit ->
    [in] Zoll
    [mm] Millimeter
   *[gauge] Symbole des Messstabs
 }

## Koppeln

phone-pair-title = Dieses Gerät koppeln
phone-pair-pin = PIN vom Bildschirm des Tisches
phone-pair-whose = Dies ist das Telefon von
phone-pair = Koppeln
phone-pair-referee = Spielleitung (PIN der Spielleitung)
phone-pair-screen = ein Bildschirm für beide (PIN der Spielleitung)
phone-pair-taken = { $name } (schon gekoppelt)
phone-pair-player = Spieler { $number }
phone-pair-claim = Das ist mein Tisch
phone-pair-reclaim = Als Besitzer dieses Tisches zurückkehren
phone-paired-table = Dies ist der Bildschirm des Tisches. Öffne diese Adresse auf einem Telefon, oder kopple dieses Fenster, um darin zu spielen.
phone-paired-owner = Dieses Gerät verwaltet den Tisch. Wenn du darauf auch spielen willst, kopple es; die PIN ist schon eingetragen.
phone-paired-screen = Als Bildschirm des Tisches gekoppelt.
phone-paired-referee = Als Spielleitung gekoppelt.
phone-paired-player = Gekoppelt für: { $seat }.
phone-paired-viewer = Dieses Gerät kann zuschauen.
