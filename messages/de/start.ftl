### Start des Tisches: seine Einstellungsdatei, Adressen und Datenordner

start-settings-missing = Eine Einstellungsdatei { $file } gibt es nicht. Nenne eine vorhandene Datei oder lass --settings weg.

# $setting: Name einer Einstellung. $fault ist ein Text oder ein Fehler auf Englisch.
start-setting-fault = { $setting }: { $fault }
# Hinter der Adresse steht ein Leerzeichen: Menschen und Programme kopieren sie.
start-ready = Der Tisch ist erreichbar unter { $url } – beenden mit Strg-C.
start-ready-phones = Der Tisch ist erreichbar unter { $url } und für Telefone unter { $phones } – beenden mit Strg-C.
start-pairing = Um ein Telefon im selben Netzwerk zu koppeln, scanne den Code oder öffne { $address } und gib die PIN { $pin } ein. Sie gilt { $seconds } s; „Koppeln“ auf der Seite des Tisches zeigt die nächste.
start-pairing-enter = Um ein Telefon im selben Netzwerk zu koppeln, scanne den Code oder öffne { $address } und gib die PIN { $pin } ein. Sie gilt { $seconds } s. Drücke hier die Eingabetaste, um die jetzige zu sehen.
start-again = Der Tisch startet mit den neuen Einstellungen neu.
start-hall-packages = [venue] braucht das Paket { $package }. Führe „{ $command }“ aus oder entferne den Abschnitt aus den Einstellungen.
start-no-hall = Die Halle erfährt nichts von diesem Tisch. { $fault }
start-certificate-unreadable = { $file } kann nicht gelesen werden. Prüfe den Tisch noch einmal mit der Prüfplatte.
# $lacks: Texte, jeder ein Satz.
start-camera-lacks = Kamera { $camera }: { SENTENCES($lacks) } Starte „overlook run“ und öffne die Seite des Tisches, sie führt dich hindurch.

## Adressen. $reason kommt vom Betriebssystem, auf Englisch: „Permission denied“.

start-port-taken = Port { $port } auf { $host } ist schon belegt. Vielleicht läuft dieser Tisch schon; wenn nicht, wähle mit --port einen anderen Port.
start-no-listening = { $host }:{ $port } lässt sich nicht öffnen: { $reason }. Wähle mit --host und --port eine andere Adresse.
start-loopback-only = web.host: { $host }:{ $port } lässt sich nicht öffnen: { $reason }. Nur diese Maschine kann die Seiten des Tisches öffnen.
# $fault: was mit dem Zertifikat nicht stimmt.
start-tls-refused = { $fault } Bis das behoben ist, können andere Geräte nur zusehen.
start-tls-no-listening = web.tls_port: { $host }:{ $port } lässt sich nicht öffnen: { $reason }. Wähle einen anderen Port; bis dahin können andere Geräte nur zusehen.

## Datenordner

# $process: seine Nummer, oder „unknown“.
start-folder-taken = Ein anderer Tisch verwendet denselben Datenordner (Prozess { $process }). Beende einen der beiden oder gib diesem mit --data einen eigenen Ordner.
# $reason: vom Betriebssystem, oder start-file-damaged.
start-claim-unreadable = { $file } kann nicht gelesen werden: { $reason }. Um diesen Tisch zu übernehmen, drücke die Koppeltaste seines Tastenfelds.
start-pairings-unreadable = { $file } kann nicht gelesen werden: { $reason }. Kopple alle Telefone neu.
start-secret-unwritten = { $file } kann nicht geschrieben werden: { $reason }. Nach einem Neustart müssen alle Telefone neu gekoppelt werden.
start-pairings-unwritten = { $file } kann nicht geschrieben werden: { $reason }. Telefone, die jetzt gekoppelt sind, müssen nach einem Neustart neu gekoppelt werden.
# Bruchstück: $reason in den Texten darüber.
start-file-damaged = Inhalt beschädigt
