### Einstellungen: ihre Beschreibungen, und Fehler in der Einstellungsdatei

## Beschreibungen der Einstellungen, auf der Seite /machine. Bruchstücke: „Bilder pro Sekunde“.

settings-camera-source = die Kamera: simulated, picamera, v4l2:/dev/video0, eine Videodatei oder ein Ordner mit Bildern (das letzte Bild bleibt stehen), loop:PATH zum Wiederholen, oder rtsp://...; bei „none“ fragt die Seite danach
settings-camera-fps = Bilder pro Sekunde
settings-camera-size = Breite und Höhe der Bilder, in Pixeln
settings-camera-rig = Datei mit Objektiv und Lage der Kamera; sonst rig.json im Datenordner
settings-camera-catalogue = Katalog der Marken; sonst der vom Spielfeld des Starter-Kits
settings-game-edition = Edition der Regeln
settings-game-readings = Lesarten der offenen Fragen dieser Edition, nach Option (docs/rules.md)
settings-game-killzone = Killzone, deren Regeln gelten
settings-game-teams = Teamlisten von p1 und p2 für neue Spiele; ohne sie sind alle Kämpfer ohne Sonderregeln
settings-game-free-game = Datei mit den Reichweiten, Winkeln und Schablonen eines Spiels für den freien Tisch (`/free`)
settings-game-packs = Paketdateien mit den Aktionen und der Ausrüstung, die Teams und die Mission hinzufügen
settings-game-round = Dauer einer Runde in Minuten; 0 für unbegrenzt
settings-game-sure = Wahrscheinlichkeit, ab der ein Urteil JA oder NEIN lautet; darunter ist es zu knapp
settings-game-fair-play = Korrekturen: „friendly“ frei und sichtbar, „club“ mit Rückfrage beim anderen Spieler, „event“ ruft außerdem nach 60 Sekunden die Spielleitung
settings-game-app-dice = Spieler dürfen das Programm für sich würfeln lassen
settings-hooks-urls = Adressen, an die Ereignisse der Spiele gehen, höchstens vier, etwa "https://club.example/overlook"
settings-hooks-secret = geheimer Schlüssel, der jede Sendung signiert, mindestens 16 Zeichen (docs/api.md)
settings-tray-enabled = Würfel im Würfelteller lesen
settings-tray-file = Datei des kalibrierten Würfeltellers; sonst tray.json im Datenordner
settings-tray-source = Kamera des Würfeltellers, wie camera.source; bei „table“ ist der Würfelteller im Bild der Kamera des Tisches
settings-tray-fps = Bilder pro Sekunde der Kamera des Würfeltellers
settings-tray-size = Breite und Höhe der Bilder des Würfeltellers, in Pixeln
settings-data-folder = Ordner für die Spiele und anderen Daten dieses Tisches
settings-data-pictures = Speicherplatz für Bilder von Urteilen und Würfen, in GB; die ältesten werden zuerst gelöscht, Spiele nie
settings-update-from-page = die Spielleitung darf auf der Seite /update eine andere Version installieren
settings-update-index = Adresse eines Paketverzeichnisses mit den Versionen von Overlook; ohne sie kommen Updates aus Dateien
settings-log-vision = wie viel die Bilderkennung ins Log schreibt; debug nennt für jede verworfene Marke den Grund
settings-log-table = wie viel der Tisch ins Log schreibt; debug nennt jede geprüfte Grenze mit ihren Ursachen und jede abgelehnte Handlung
settings-log-web = wie viel der Server der Seiten ins Log schreibt; debug nennt jede abgelehnte Anfrage
settings-log-hardware = wie viel Kameras und andere Geräte ins Log schreiben
settings-network-hotspot = ein installierter Tisch darf ein WLAN öffnen, wenn er keines findet

## Fehler

settings-unreadable = { $file } kann nicht gelesen werden: { $reason }. Nenne eine Einstellungsdatei, die du lesen darfst.
# $fault ist ein Text mit der Zeile.
settings-not-toml = { $file } ist kein gültiges TOML: { $fault }
# $file: die Einstellungsdatei, „the environment“ oder „the command line“; $fault: einer der Texte darunter.
settings-fault = { $file }: { $fault }
settings-unknown = { $field }: Diese Einstellung gibt es nicht. Lösche sie oder berichtige ihren Namen.
# $text kommt aus der Bibliothek pydantic, auf Englisch: „Input should be greater than 0“.
settings-expected = { $text }.
# $fault ist ein Text. $found: der Wert, wie Python ihn schreibt.
settings-field = { $field }: Gefunden wurde { $found }. { $fault }
settings-section = { $field }: { $fault }

## Adressen von Webhooks. Teile von settings-hook-fault, ohne die Adresse, die etwas Geheimes enthalten kann.

settings-hook-fault = hooks.urls, Adresse { $number }: { $fault }
settings-hook-address = Erwartet wird eine Adresse wie „https://club.example/overlook“.
settings-hook-host = Rechnername oder Port ist ungültig. Erwartet wird eine Adresse wie „https://club.example/overlook“.
settings-hook-password = Die Adresse enthält einen Benutzernamen oder ein Passwort. Setze einen Schlüssel in ihren Pfad oder verlasse dich auf die Signatur.
settings-hook-characters = Der Pfad enthält ein Leerzeichen, „#“ oder ein Zeichen außerhalb von ASCII. Schreibe solche Zeichen als %20, %23 oder %C3%A9.
settings-hook-twice = hooks.urls, Adresse { $number }: Sie ist dieselbe wie Adresse { $first }. Lass eine davon weg.
settings-hook-many = hooks.urls: { $found } Adressen gefunden, höchstens { $most } sind möglich.
settings-hook-secret = hooks.secret: Der Schlüssel braucht mindestens { $least } Zeichen, um die Sendungen zu signieren.

## Teile der Einstellungen, die weggelassen werden, damit der Tisch trotzdem startet

settings-not-utf8 = { $file } ist kein Text in UTF-8. Unlesbare Zeichen werden ersetzt.
settings-unreadable-ignored = { $file } kann nicht gelesen werden: { $reason }. Der Tisch startet ohne diese Datei.
settings-line-ignored = { $file }, Zeile { $line }: kein gültiges TOML. Die Zeile zählt nicht; berichtige sie.
settings-ignored = { $file }: { $fault } Die Einstellung zählt nicht; berichtige sie.
settings-all-ignored = { $file }: { $fault } Keine Einstellung der Datei zählt; berichtige sie.
