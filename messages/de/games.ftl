### Spiele im Speicher des Tisches, ihre Uhr und ihre Unterschriften

games-no-event = Spiel { $game } hat { $events } Ereignisse, gefragt war nach Ereignis { $event }.
games-not-begun = Spiel { $game } hat noch nicht begonnen.
games-sidecar-unreadable = { $file } kann nicht gelesen werden. Die Uhr beginnt bei null, und beide Spieler unterschreiben noch einmal.
# $fault: der Fehler des Betriebssystems, auf Englisch.
games-sidecar-not-kept = { $file } kann nicht geschrieben werden ({ $fault }). Startet das Programm neu, gehen Uhr und Unterschriften verloren. Mach Speicherplatz frei.
games-secrets-not-kept = Die geheime Wahl wurde nicht übernommen: { $file } kann nicht geschrieben werden ({ $fault }). Mach Speicherplatz frei und wähle noch einmal.
# $lost: geheime Wahlen, jede mit Spieler und Thema.
games-secrets-lost = Spiel { $game }: { $file } fehlt oder ist beschädigt. Deshalb kann der Tisch das nicht aufdecken: { LIST($lost) }. Lass die Spieler sagen, was sie gewählt haben.
# $parent: das Spiel, von dem aus dieses weitergeht.
games-secrets-branch = Spiel { $game } geht von Spiel { $parent } aus weiter, ohne dessen geheime Entscheidungen. Deshalb kann der Tisch dies nicht aufdecken: { LIST($lost) }. Lass die Spieler sagen, was sie gewählt haben.
games-parent-unreadable = Von Spiel { $game } aus kann nicht weitergespielt werden. { $fault }
games-empty = Spiel { $game } hat keine Ereignisse. Wurde es gespielt, stelle eine Sicherung wieder her.
games-missing = Die Datei von Spiel { $game } fehlt. Ein neues Spiel wurde begonnen. Um das fehlende zurückzuholen, stelle eine Sicherung wieder her.
# $fault ist ein Text.
games-damaged = Spiel { $game } kann nicht gelesen werden; seine Datei bleibt unverändert. Ein neues Spiel wurde begonnen. { $fault }
games-not-taken = Nichts hat sich geändert, denn es ließ sich nicht speichern. { $fault }
games-answered = Von selbst beantwortet: Auswürfeln, Absetzzonen, Ausrüstung, Aufklärung und Strategie. Willst du sie selbst wählen, beginne auf der Seite „Aufbau“.

## Das Ergebnis unterschreiben

games-sign-early = Die Schlacht ist noch nicht vorbei. Am Ende unterschreiben beide Spieler das Ergebnis.
games-no-player = Dieses Spiel hat keinen Spieler { QUOTE($player) }.
games-sign-other = Diese Unterschrift kann nur von { NAME($player) } kommen.

## Anfragen von Telefonen der Spieler, dem Tastenfeld und dem Bildschirm des Tisches

games-question-closed = Diese Frage ist nicht mehr offen. Sieh dir die jetzige an.
games-buttons-owner = Die Tasten wählen gerade für { NAME($player) }. Tippe deine Antwort auf dem Bildschirm an.
games-decides = Jetzt entscheidet { NAME($player) }.
games-concede-only = Ein Telefon kann die Schlacht nur durch Aufgeben beenden. Wollt ihr sie gemeinsam beenden, nehmt den Bildschirm des Tisches.
games-model-owner = Dieses Modell gehört { NAME($player) }. Nur dieser Spieler kann es aufstellen.
games-undo-referee = Das hat zuletzt die Spielleitung getan. Bitte sie, es rückgängig zu machen.
games-undo-owner = Das hat zuletzt { NAME($player) } getan. Mach es auf dem Telefon dieses Spielers rückgängig oder auf dem Bildschirm des Tisches.
games-undo-signed = Beide Spieler haben das Ergebnis unterschrieben. Mach es auf dem Bildschirm des Tisches rückgängig oder bitte die Spielleitung.
games-undo-revealed = Das ist für beide Spieler schon aufgedeckt. Mach es auf dem Bildschirm des Tisches rückgängig oder bitte die Spielleitung.
games-in-play = Ein Spiel läuft. Nimm den Bildschirm des Tisches oder bitte die Spielleitung.
games-not-a-phones = Das können nur die Spielleitung und der Bildschirm des Tisches.
games-marker-unseen = Gesuchter Marker: { $kind }. Die Kamera sieht keinen, der noch nicht im Spiel ist. Tippe auf dem Spielfeld an, wo er liegt.
games-carrier-off = { NAME($operative) } ist nicht in der Killzone. Tippe auf dem Spielfeld an, wo der Marker liegt.
games-model-unseen = Die Kamera sieht { NAME($operative) } nicht. Tippe auf dem Spielfeld an, wo das Modell steht.
games-place-off = { DECIMAL($x) } / { DECIMAL($y) } liegt nicht in der Killzone. Tippe auf dem Spielfeld an, wo { NAME($operative) } steht.
games-move-by-hand = Für diese Aktion ist kein Ort nötig: { $action }. Bewege { NAME($operative) } auf dem Tisch, die Kamera sieht es.
games-no-frame = Die Kamera hat noch kein Bild gesendet. Warte auf das erste.
games-nobody-active = Auf dem Spielfeld stehen keine zwei Gegner, zwischen denen sich messen lässt.

## Worauf eine Handlung wartet, und warum sie abgelehnt wird

games-rests-on-it = Spätere Ereignisse hängen davon ab, deshalb lässt es sich nicht allein rückgängig machen. Mach Schritt für Schritt rückgängig.
# $reasons: Texte, jeder ein Satz.
games-refused = { SENTENCES($reasons) }

games-challenge-open = Ein Urteil ist angezweifelt. Klärt das zuerst, würfelt dann.
games-app-dice-off = An diesem Tisch würfelt das Programm nicht. Würfle selbst und gib die Würfel ein.
games-no-dice-asked = Diese Frage verlangt keine Würfel.
games-pick-up-open = Ein Marker wurde vom Tisch genommen, aber das Aufheben ist noch nicht bestätigt. Bestätige es, oder lege den Marker zurück.
games-move-open = Eine Bewegung wurde gesehen und ist nicht bestätigt. Bestätige sie oder stelle das Modell zurück.
games-mine = Geht { $mine } unter { NAME($operative) } hoch? Zu knapp. Seht gemeinsam nach.
games-mine-goes-off = { $mine } geht hoch
