### Texte, die mehrere Seiten teilen: Spielfeld, Entscheidungen, Würfel, Aktionen, Tasten

## Kopf einer Seite

ui-product = Overlook
ui-title = { $page } · Overlook
ui-score = Punktestand
ui-health = Status des Tisches
ui-turn-board = Spielfeld drehen
ui-no-script = Diese Seite braucht JavaScript.
ui-back = Zurück
ui-next = Weiter
ui-steps = Schritte
ui-colours = Farben: { $theme ->
    [auto] automatisch
    [light] hell
   *[dark] dunkel
 }
ui-language-name = Deutsch
ui-language = Sprache
ui-connecting = Verbinden …
ui-reconnecting = Neu verbinden …
ui-connected-again = Wieder verbunden
ui-live = Live
ui-gone = Der Tisch antwortet seit { $time } nicht mehr. Diese Seite ist vielleicht nicht aktuell.
ui-gone-what-to-do = Prüfe, ob der Rechner des Tischs läuft und dieses Gerät im selben Netzwerk ist. Die Seite verbindet sich von selbst wieder.

## Teile einer Seite

ui-board = Spielfeld
ui-board-above = Das Spielfeld von oben
ui-camera = Kamera
ui-camera-image = Der Tisch, wie die Kamera ihn sieht
ui-no-image = Kein Bild
ui-combat = Kampf
ui-result = Ergebnis
ui-scoring = Wertung
ui-requests = Anfragen
ui-decisions = Entscheidungen
ui-actions = Aktionen
ui-rulings = Urteile
ui-machine-status = Status des Tisches
ui-notices = Hinweise
ui-confirm-takes = Auswahl für „Bestätigen“
ui-panel = Tastenfeld

## Verbindung

ui-no-answer = Der Tisch hat nicht geantwortet.
ui-no-answer-connected = Der Tisch hat nicht geantwortet. Prüfe die Verbindung dieses Geräts.
ui-watch-only = Dieses Gerät kann nur zuschauen.
ui-pair-to-play = Zum Spielen koppeln

## Die Tasten des Tastenfelds

# Mit weichen Trennstrichen: Auf einem kleinen Telefon passen die Wörter nur in zwei Zeilen in die Tasten.
ui-press = { $button ->
    [confirm] Bestä{ "\u00AD" }tigen
    [undo] Rück{ "\u00AD" }gängig
    [redo] Wieder{ "\u00AD" }holen
    [measure] Messen
    [next] Weiter
   *[challenge] An{ "\u00AD" }zweifeln
 }
ui-no-decision = Keine Entscheidung offen
ui-confirm = Bestätigen: { $dice }
ui-choice-at = { $at ->
    [0] { $of ->
        [one] 1 Möglichkeit
       *[other] { $of } Möglichkeiten
     }
   *[other] { $at } von { $of }
 }

## Ein Kämpfer

ui-order = { $order ->
    [engage] Gefecht
   *[conceal] Verbergen
 }
ui-ready = bereit
ui-active = aktiv
ui-expended = verbraucht
ui-wounds = Lebenspunkte: { $wounds }
ui-wounds-left = noch { $left } von { $of } Lebenspunkten
ui-carries = trägt { $thing }
ui-on-level = auf { $level }, { DECIMAL($up) }" über dem Boden
ui-at = bei { DECIMAL($x, digits: 2) } / { DECIMAL($y, digits: 2) } Zoll

## Das Spielfeld

ui-tap-where = Tippe auf dem Spielfeld auf den Platz: { $what }.
ui-terrain-height = { $bottom } bis { $top } Zoll hoch
ui-declared = von Hand eingegeben

## Kampf

ui-to-be-rolled = noch nicht gewürfelt
ui-dice = Würfel
ui-why = Gründe
ui-changes = Was jede Regel an den Würfeln ändert
ui-blows = Hiebe

## Würfel eingeben

ui-dice-entered = Eingegebene Würfel
ui-enter-die = Würfel eingeben
ui-delete-die = Letzten Würfel löschen
ui-roll-dice = { $dice ->
    [one] 1 Würfel für mich würfeln
   *[other] { $dice } Würfel für mich würfeln
 }
ui-enter-dice = Würfel eingeben
ui-enter-re-roll = Eingeben, dann neu würfeln
ui-die-by-die = Einzeln
ui-as-read = Vom Würfelteller gelesen.
ui-roll-image = Bild des Wurfs
ui-dice-rolling = Die Würfel rollen.
ui-hand-in-tray = Eine Hand ist im Würfelteller.
ui-die = Würfel: { $value }
ui-die-left-out = Würfel: gehört nicht zum Wurf
ui-die-unknown = Würfel: nicht gelesen
ui-dice-so-far = { $dice ->
    [none] Keine Würfel
   *[other] { COMMAS($dice) }
 }; noch { $rest }
ui-counts = Zahl der Erfolge
ui-counts-key = ★ kritisch · ● normal · – keiner
ui-counted = { $crit } kritisch, { $success } normal, { $fail } Fehlschläge

## Urteile

ui-verdict = { $verdict ->
    [YES] Ja
    [NO] Nein
   *[TOO_CLOSE] Zu knapp
 }
ui-rule-id = Nummer der Regel
ui-no-rulings = Noch keine Urteile. Hier erscheint das Urteil über die erste Bewegung.
ui-show-clip = Clip zeigen
ui-ruling-spoken = { $verdict }. { $claim }. { $sentence }

## Aktionen des aktiven Kämpfers

ui-price-normal = Normale Kosten
ui-price-free = Kostenlos
ui-price-less = 1 AP weniger
ui-price-more = 1 AP mehr
ui-change-price = AP-Kosten ändern
ui-ap = { $cost } AP
ui-next-action = Wähle eine Aktion.
ui-end-activation = Aktivierung beenden
ui-more-actions = Mehr ({ $count })
ui-unavailable-actions = Nicht verfügbare Aktionen ({ $count })
ui-unavailable = Nicht verfügbar ({ $count })
ui-move-to-here = { $price } · dorthin, wo das Modell jetzt steht
ui-move-model = { $cost } AP · bewege das Modell · { $text }
ui-choose-one = { $cost } AP · { $needs ->
    [target] Ziel wählen
    [marker] Marker wählen
    [hatch] Luke wählen
   *[place] Platz wählen
 }
ui-tap-board = Auf das Spielfeld tippen
ui-wounds-lost = Verlorene Lebenspunkte
ui-declare = Ergebnis eingeben
ui-less = { $name }: weniger
ui-more = { $name }: mehr

## Einen Kämpfer berichtigen

ui-activate = Aktivieren: { $order }
ui-order-to = Befehl: { $order }
ui-set-ready = Bereit
ui-set-expended = Verbraucht
ui-use-camera = Position der Kamera nehmen
ui-use-camera-why = wo die Kamera das Modell jetzt sieht
ui-set-position = Position setzen
ui-set-position-how = auf das Spielfeld tippen
ui-remove = Vom Spielfeld nehmen
ui-correct = Diesen Kämpfer berichtigen
ui-number-of-wounds = Lebenspunkte
ui-lose = Verlieren
ui-stat = Profilwert
ui-stat-apl = APG
ui-stat-move = Bewegung
ui-stat-hit = Treffer
ui-stat-save = Rüstungswurf
ui-change = Ändern
ui-until = Bis zum Ende
ui-until-next = der nächsten Aktivierung
ui-until-this-or-next = der jetzigen oder nächsten Aktivierung
ui-until-turning-point = des Wendepunkts
ui-until-battle = der Schlacht

## Entscheidungen

ui-decides = Entscheidung für { $name }
ui-decide = Entscheidung
ui-both-scored = Damit endet die Wertung für beide. Ist { $name } fertig?
ui-best-play = Bester Zug bis zum Ende
ui-take-some = { $count } von höchstens { $most } nehmen

## Anfragen unter den Spielern

ui-accept = Annehmen
ui-decline = Ablehnen
ui-ask-referee = Spielleitung fragen
ui-withdraw = Zurückziehen
ui-you-asked = Deine Anfrage an { $asked }
ui-asks = Anfrage von { $by } an { $asked }
ui-another-device = ein anderes Gerät
ui-a-referee = eine Spielleitung

## Punkte und Ergebnis

# Am Punktestand, wo wenig Platz ist.
ui-points = { $points ->
    [cp] BP
   *[vp] SP
 }
ui-turning-point = Wendepunkt
ui-turning-point-short = WP
ui-initiative = Initiative
ui-command-points = Befehlspunkte
ui-victory-points = Siegpunkte
ui-score-point = Wendepunkt { $point }: Wertung
ui-scored-so-far = bisher { $vp } SP gewertet
ui-score-op = Werten
ui-winner = Sieger: { $name }, { $vp }
ui-battle-over = Die Schlacht ist vorbei, { $vp }
ui-to = { $one } zu { $other }
ui-sign = Für { $name } unterschreiben
ui-signed = Unterschrieben von { $name }
ui-match-report = Spielbericht
