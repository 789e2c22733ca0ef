### Der Hallenserver: Logzeilen, und Fehler seiner Seiten. $host ist die Adresse des Brokers.

## Broker

hub-connected = Mit dem Broker unter { $host } verbunden.
hub-refused = Der Broker unter { $host } lehnt den Hallenserver ab ({ $reason }). Prüfe sein Passwort.
# $fault: ein ganzer Satz über die Ursache.
hub-broker-fault = { $fault } Der Hallenserver versucht es weiter; die Tische behalten ihre Nachrichten.
hub-disconnected = Der Broker unter { $host } ist nicht erreichbar. Bis dahin behalten die Tische ihre Nachrichten.
hub-client-twice = Beim Broker unter { $host } ist ein anderer Hallenserver unter demselben Namen verbunden. Beende einen der beiden.
# acl ist der Name einer Datei.
hub-acl-incomplete = Der Broker unter { $host } weist einige Nachrichten des Hallenservers ab ({ $reason }). In seiner Datei acl fehlen Zeilen: siehe docs/hall.md.

## Nachrichten speichern

hub-overloaded = Nachrichten kommen schneller an, als sie gespeichert werden können. Die Tische senden sie noch einmal.
hub-storing-ended = Der Hallenserver speichert keine Nachrichten mehr ({ $fault }). Starte ihn neu.
# $kind: die Art der Nachricht, etwa GameMessage.
hub-message-dropped = { $table }: Eine Nachricht ({ $kind }) kann nicht gespeichert werden und wurde verworfen: { $fault }.
hub-tables-taken = Dieser Hallenserver speichert jetzt die Nachrichten von { $count ->
    [one] einem weiteren Tisch
   *[other] { $count } weiteren Tischen
 }.
hub-writes-again = Dieser Hallenserver schreibt wieder in die Datenbank, als { $hub }.
hub-name-taken = Ein anderer Hallenserver schreibt als { $hub } in diese Datenbank, deshalb schreibt dieser nicht mehr. Starte einen der beiden unter einem anderen Namen (--hub).

## Datenbank

hub-database-closed = Datenbank „{ $database }“: lässt sich nicht öffnen ({ $fault }).
hub-database-old = Datenbank „{ $database }“: von einer früheren Version. Nenne eine neue: Die Tische senden alles noch einmal.
hub-database-failed = Datenbank „{ $database }“: { $fault }. Bis sie wieder arbeitet, wird keine Nachricht bestätigt.
# $why: eines der drei Bruchstücke darunter.
hub-row-damaged = Datenbank „{ $database }“: Ereignis { $sequence } von Spiel { $game } an { $table } ist beschädigt ({ $why }). Der Tisch sendet es noch einmal.
hub-row-digest = falsche Prüfsumme
hub-row-unreadable = keine Nachricht
hub-row-columns = Spalten passen nicht zur Nachricht

## Fehler der Seiten

hub-not-storing = Der Hallenserver speichert keine Nachrichten mehr. Starte ihn neu: Die Tische senden sie dann noch einmal.
# $host: der Name in der Adresszeile des Browsers.
hub-host-unknown = Dieser Hallenserver heißt nicht { QUOTE($host) }. Öffne ihn unter seiner Adresse in Zahlen oder starte ihn mit der Option --name und diesem Namen.
hub-read-only = Die Seiten des Hallenservers zeigen die Halle nur. Über diese Adresse lässt sich nichts ändern.
hub-not-json = Sende die Anfrage als application/json.
hub-no-length = Sende die Kopfzeile Content-Length mit.
hub-too-long = Die Anfrage ist zu lang (höchstens { $most } Bytes).
# $field: Pfad eines Feldes, etwa „body.by“; $fault: was daran falsch ist.
hub-request-invalid = { $field }: { $fault }

## Hilfe zu Optionen von „overlook hub“

hub-help-broker = Adresse des MQTT-Brokers der Halle: HOST oder HOST:PORT.
hub-help-database = URL der Datenbank, ohne Passwort. Sonst eine SQLite-Datei.
hub-help-name = Ein weiterer Rechnername für die Seiten des Hallenservers.
hub-help-user = Benutzername des Hallenservers beim Broker.
hub-help-ca = Das CA-Zertifikat der Halle. Damit ist die Verbindung mit TLS verschlüsselt.
hub-help-event = Name eines Turniers, das hier läuft.
hub-help-hub = Name dieses Hallenservers, wenn mehrere eine Datenbank teilen. Sonst der Name der Maschine.
hub-help-home-assistant = Meldet jeden Tisch über MQTT Discovery bei Home Assistant an.
hub-help-password-file = Eine Datei mit dem Passwort dieses Benutzers. Sonst gilt OVERLOOK_HUB_PASSWORD.
hub-help-organiser-file = Eine Datei mit dem Schlüssel der Turnierleitung. Sonst gilt OVERLOOK_HUB_ORGANISER.

## Ausgabe von „overlook hub“

hub-ready = Öffne die Seite der Halle unter { $address } (Strg-C beendet den Hallenserver).
hub-database-password = Alle Benutzer dieser Maschine können das Passwort in --database lesen. Schreibe es stattdessen in { $file }.

## Fehler von „overlook hub“

# $command: ein Befehl.
hub-library-missing = Der Hallenserver braucht die Bibliothek { $library }. Führe „{ $command }“ aus.
hub-ca-missing = --ca: Eine Datei { $file } gibt es nicht.
hub-broker-address = --broker: Gefunden wurde { QUOTE($found) }, erwartet wird HOST oder HOST:PORT.
hub-event-key = --event { QUOTE($event) }: Ein Turnier braucht einen Schlüssel der Turnierleitung und einen Namen mit höchstens 64 Zeichen. Schreibe einen Schlüssel von mindestens { $least } Zeichen, den sonst niemand kennt, in eine Datei und nenne sie mit --organiser-file.
