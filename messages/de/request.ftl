### Anfragen an die Seiten und die Schnittstelle des Tisches: warum eine nicht geht

## Adressen und Methoden

request-nothing-there = { QUOTE($path) } gibt es nicht.
request-method = { QUOTE($path) } nimmt { $method } nicht an.
request-host = { QUOTE($host) } ist nicht der Name dieses Tisches. Öffne den Tisch über seine IP-Adresse, oder trage den Namen in die Einstellung web.names ein.
request-origin = Die Anfrage kommt von einer fremden Seite ({ QUOTE($origin) }). Das dürfen nur die Seiten dieses Tisches.
request-other-site = Die Anfrage kommt von einer fremden Seite. Das dürfen nur die Seiten dieses Tisches.
request-encrypted-only = Änderungen nimmt dieser Tisch nur über verschlüsselte Verbindungen an. Öffne { $address }

## Inhalt

request-too-long = Die Anfrage ist länger als { $most } Bytes.
request-content-type = Die Anfrage hat den falschen Inhaltstyp. Erwartet: { $kind }.
request-invalid = { SENTENCES($faults) }
# $fault: Text der Bibliothek pydantic, englisch.
request-field-invalid = { $field }: { $fault }.
request-field-refused = { $field }: { $fault }
request-choice-or-dice = Erwartet: eine Auswahl, Würfel oder der Auftrag zu würfeln, und nur eines davon.
request-key-reused = Der Idempotency-Key { QUOTE($key) } gehört zu einer anderen Anfrage. Nimm einen neuen.

## Last

request-too-many-waiting = Von diesem Gerät warten zu viele Anfragen. Versuche es gleich noch einmal.
request-too-many-connections = Zu viele Verbindungen. Schließe einige, oder versuche es in einer Minute noch einmal.

## Wonach gefragt wurde

request-no-image = Seit { DECIMAL($seconds, digits: 0) } s kommt kein Bild von der Kamera. Prüfe ihr Kabel.
request-camera-full = { $viewers ->
    [one] Ein Zuschauer sieht
   *[other] { $viewers } Zuschauer sehen
 } die Kamera schon, mehr sind nicht erlaubt. Schließe eine dieser Seiten, oder öffne /camera.jpg.
request-image-damaged = Die Kamera hat { $size } Bytes geschickt, die kein JPEG-Bild sind: { $fault }
request-image-not-encoded = Das Bild mit den Zeichnungen lässt sich nicht als JPEG speichern.
request-no-edges = Dort wurden keine Kanten gefunden. Zieh die Ecken auf die Oberkante des Geländes.
request-roll-image-missing = Zum Wurf { QUOTE($roll) } gibt es in diesem Spiel kein Bild.
request-off-board = { QUOTE($point) } ist zu weit vom Spielfeld entfernt.
request-point-invalid = { QUOTE($point) } ist kein Punkt. Gib die Kennung eines Kämpfers an oder einen Punkt wie 12.5,4.25.
request-backup-missing = Keine Sicherung liegt bereit. Mach zuerst eine.
request-nothing-to-report = Spiel { $number } hat noch nicht begonnen. Es gibt nichts zu berichten.
request-card-unknown = Keine Karte { QUOTE($card) } wartet. GET /api/director nennt die Karten.
request-nothing-on-air = Gerade ist nichts auf Sendung, also lässt sich nichts anheften.
request-nothing-else-runs = Dieser Tisch hat eine eigene Kamera, deshalb kann hier nichts anderes laufen. Richte die Kamera auf der Seite /setup ein.
