### Der Webserver: seine Einstellungen, und Fehler darin

## Fehler in den Einstellungen [web]

web-name-invalid = web.names: { QUOTE($name) } ist kein Rechnername ohne Port. Erwartet wird zum Beispiel table.local.
web-origin-invalid = web.origins: { QUOTE($origin) } ist keine Adresse einer Website. Erwartet wird zum Beispiel https://club.example.
web-tls-half = web.{ $setting } fehlt. Setze sowohl das Zertifikat als auch seinen Schlüssel, oder keines von beiden.
web-tls-port-same = web.tls_port ist { $port }, wie web.port. Wähle einen anderen Port, etwa 8443.
web-tls-unreadable = { $setting }: { $file } kann nicht gelesen werden ({ $fault }). Gib eine PEM-Datei an.
web-tls-mismatch = web.tls_certificate: { $certificate } und { $key } sind nicht ein Zertifikat und sein Schlüssel ({ $fault }). Beide müssen PEM-Dateien sein, und der Schlüssel darf kein Passwort haben.
web-tls-nameless = web.tls_certificate: { $file } enthält keinen Rechnernamen (subjectAltName). Browser lehnen solche Zertifikate ab.

## Beschreibungen der Einstellungen [web]

web-setting-host = Adresse, unter der die Seiten erreichbar sind, 0.0.0.0 für alle; sind weder sie noch --host angegeben, ist overlook run überall erreichbar und zeigt das Spiel nur gekoppelten Geräten
web-setting-port = TCP-Port
web-setting-names = Rechnernamen, unter denen Browser den Tisch öffnen dürfen, ohne Port
web-setting-origins = andere Websites, deren Seiten diesen Tisch lesen dürfen, zum Beispiel https://club.example; ändern können sie nichts
web-setting-own-screen = ein Browser auf der Maschine des Tisches darf ohne Kopplung handeln
web-setting-claim = das erste Telefon, das einen neuen Tisch in den ersten zehn Minuten übernimmt, ist dann das Gerät des Besitzers
web-setting-private = den Tisch nur gekoppelten Geräten und Einblendungen mit Schlüssel zeigen
web-setting-overlay-language = Sprache der Einblendung: ein Ordner von messages, etwa en oder de
web-setting-picture-fps = Kamerabilder pro Sekunde für einen Zuschauer, höchstens
web-setting-picture-viewers = gleichzeitige Zuschauer der Kamera, höchstens
web-setting-stall = Zuschauer trennen, die so lange nichts abnehmen, in Sekunden
web-setting-beat = Abstand der Lebenszeichen im Live-Kanal, in Sekunden
web-setting-tls-certificate = PEM-Datei mit dem Zertifikat für verschlüsselte Seiten (docs/install.md)
web-setting-tls-key = PEM-Datei mit dem Schlüssel des Zertifikats, ohne Passwort
web-setting-tls-port = TCP-Port der verschlüsselten Seiten

## Beschreibungen der Einstellungen [obs]. Eine Szene ist, was OBS zeigt; ihre Namen werden in OBS gewählt.

web-obs-enabled = Szenen in OBS umschalten
web-obs-url = Adresse des WebSocket-Servers von OBS (in OBS: Werkzeuge, WebSocket-Servereinstellungen)
web-obs-password = Passwort des WebSocket-Servers von OBS
web-obs-table = OBS-Szene für alles Übrige
web-obs-dice = OBS-Szene für Schüsse, Kämpfe und Würfe
web-obs-ruling = OBS-Szene für ein neues Urteil
web-obs-challenge = OBS-Szene, solange ein Urteil angezweifelt ist
web-obs-hold = wie lange ein neues Urteil höchstens gezeigt wird, in Sekunden
web-obs-delay = Verzögerung der Szenenwechsel in Sekunden; dieselbe wie bei Einblendung und Kamera
