### Die Verbindung eines Tisches zur Halle. $host ist die Adresse des Brokers der Halle.

hall-connected = Mit der Halle unter { $host } verbunden.
hall-refused = Der Broker der Halle unter { $host } lehnt diesen Tisch ab ({ $reason }). Prüfe das Passwort unter [venue] in den Einstellungen dieses Tisches.
hall-unreachable = Die Halle unter { $host }:{ $port } ist nicht erreichbar.
hall-disconnected = Die Halle unter { $host } ist nicht erreichbar. Nachrichten werden aufgehoben und später gesendet.
hall-table-twice = Ein anderer Tisch ist als „{ $table }“ mit der Halle unter { $host } verbunden. Gib einem der beiden einen anderen Namen (Einstellung venue.table).

## Zustand der Verbindung auf der Statusseite: einer der Texte darüber oder darunter, dann was wartet, dann der Rest

hall-not-connected = Nicht mit der Halle unter { $host } verbunden.
hall-not-acknowledged = Mit { $host } verbunden, aber der Hallenserver bestätigt nichts.
# $why: ein Fehler des Speichers oder des Postausgangs.
hall-not-sending = Das Spiel geht weiter, aber an die Halle wird nichts gesendet. { $why }
hall-nothing-waits = Alle Ereignisse sind gesendet.
hall-events-wait = { $count ->
    [one] Ein Ereignis ist noch nicht gesendet; es wird aufgehoben.
   *[other] { $count } Ereignisse sind noch nicht gesendet; sie werden aufgehoben.
 }
# $why: warum das Journal des Spiels nicht gelesen werden kann.
hall-game-left-out = Spiel { $game } wird nicht gesendet: { $why }
hall-pairing-here = Hier angesetzt: { $pairing }.
hall-outbox-replaced = Der Postausgang war beschädigt und heißt jetzt { $file }. Alle Spiele werden noch einmal gesendet.
hall-matches-unreadable = { $file } kann nicht gelesen werden. Zu welchen Partien frühere Spiele gehören, ist deshalb nicht bekannt.
hall-key-unwritable = { $file }: Der Schlüssel kann nicht geschrieben werden ({ $fault }). Mach Speicherplatz frei.

## Prüfung des Brokers

hall-no-answer = { $host } antwortet nicht wie ein MQTT-Broker. Vielleicht verwendet nur eine Seite TLS.
hall-not-trusted = { $host }: Sein Zertifikat gilt hier nicht als vertrauenswürdig ({ $fault }).
# $host: Rechner und Port.
hall-name-unknown = { $host }: Kein Gerät im Netzwerk hat diesen Namen. Nimm die Adresse des Brokers in Zahlen oder trage seinen Namen in /etc/hosts ein.
hall-port-closed = { $host }: Dort läuft kein Broker. Starte ihn oder berichtige den Port: 8883 mit TLS, 1883 ohne.
hall-broker-without-tls = { $host }: Der Broker verwendet an diesem Port kein TLS. Berichtige den Port: 8883 mit TLS, 1883 ohne.
hall-certificate-name = { $host }: Das Zertifikat des Brokers gilt für einen anderen Namen. Nimm den Namen oder die Adresse, für die die Halle eingerichtet wurde.
hall-certificate-issuer = { $host }: Das Zertifikat des Brokers ist nicht von der angegebenen CA. Nimm die Datei ca.crt dieser Halle.
hall-broker-unreachable = { $host } ist nicht erreichbar ({ $fault }).

## Nachrichten. $topic: ein Thema von MQTT.

hall-message-too-long = { $topic }: { $size } Bytes, erlaubt sind höchstens { $most }.
hall-message-invalid = { $topic }: { $field }: { $fault }
hall-message-unreadable = { $topic }: { $fault }
hall-table-name = „{ $table }“ kann kein Name eines Tisches sein. Nimm bis zu 32 der Zeichen a-z, 0-9, - und _, zum Beispiel table-07.
hall-topic-unknown = Thema „{ $topic }“: Erwartet wird { $root }/TABLE/ und dann { LIST($kinds, last: "or") }.

## Die Paarung, die ein Turnier an einem Tisch ansetzt. Bruchstücke.

hall-pairing = Runde { $round }, { $one } gegen { $other }
# $played: die Mission, die Killzone, oder beides.
hall-pairing-played = Runde { $round }, { $one } gegen { $other }, { LIST($played) }

## Der Postausgang: eine Datei mit den Nachrichten, die der Hallenserver noch nicht bestätigt hat

hall-outbox-cannot-open = { $file }: Der Postausgang lässt sich nicht öffnen ({ $fault }). Prüfe den Speicher mit „overlook doctor“.
hall-outbox-cannot-add = { $file }: Es kam keine Nachricht in den Postausgang ({ $fault }). Prüfe den Speicher mit „overlook doctor“.
hall-outbox-cannot-renew = { $file }: Der Postausgang wurde nicht geleert ({ $fault }). Prüfe den Speicher mit „overlook doctor“.
hall-outbox-cannot-read = { $file }: Der Postausgang kann nicht gelesen werden ({ $fault }). Prüfe den Speicher mit „overlook doctor“.
hall-outbox-cannot-remove = { $file }: Aus dem Postausgang konnte keine Nachricht entfernt werden ({ $fault }). Prüfe den Speicher mit „overlook doctor“.
hall-outbox-damaged = { $file }: Die Datei ist beschädigt ({ $fault }).
hall-outbox-foreign = { $file }: kein Postausgang dieses Programms (Schema { $schema }). Nenne eine andere Datei.
hall-outbox-head-changed = { $file }: Die Angaben über den Postausgang selbst wurden verändert.
hall-outbox-message-changed = { $file }: Nachricht { $number } wurde verändert.
hall-outbox-message-damaged = { $file }: Nachricht { $number } ist beschädigt ({ $fault }).
hall-outbox-head-missing = { $file }: Im Postausgang fehlt „{ $name }“. Verschiebe die Datei.

## Einstellungen [venue]

hall-setting-both = Setze sowohl broker als auch table, oder keines von beiden.
hall-setting-password-twice = Setze password oder password_file, nicht beides.
hall-password-unreadable = venue.password_file { $file }: Die Datei kann nicht gelesen werden ({ $fault }).
hall-certificate-missing = venue.ca_file { $file }: Diese Datei gibt es nicht. Kopiere sie aus dem Ordner der Halle.

## Beschreibungen der Einstellungen [venue]

hall-setting-broker = Adresse des MQTT-Brokers der Halle; leer, wenn der Tisch zu keiner Halle gehört
hall-setting-port = Port des Brokers (sonst: 8883 mit TLS, 1883 ohne)
hall-setting-table = Name dieses Tisches in der Halle, zum Beispiel table-07
hall-setting-user = Benutzername beim MQTT-Broker der Halle (sonst: der Name des Tisches)
hall-setting-password = Passwort beim MQTT-Broker der Halle
hall-setting-password-file = Datei mit dem Passwort, anstelle von password
hall-setting-ca-file = CA-Zertifikat der Halle (schaltet TLS ein)
hall-setting-tls = TLS ohne ca_file verwenden, mit einem Zertifikat, dem diese Maschine vertraut
