### A table's link to the hall. $host is the address of the hall's broker.

hall-connected = Connected to the hall at { $host }.
hall-refused = The hall's broker at { $host } refuses this table ({ $reason }). Check the password in [venue] of this table's settings.
hall-unreachable = The hall at { $host }:{ $port } cannot be reached.
hall-disconnected = The hall at { $host } cannot be reached. Messages are kept and sent later.
hall-table-twice = Another table is connected to the hall at { $host } as '{ $table }'. Give one of the two another name (setting venue.table).

## State of the link on the health page: one of the messages above or below, then what waits, then the rest

hall-not-connected = Not connected to the hall at { $host }.
hall-not-acknowledged = Connected to { $host }, but the hub acknowledges nothing.
# $why: an error of the disk or of the outbox.
hall-not-sending = The game goes on, but nothing is sent to the hall. { $why }
hall-nothing-waits = All events are sent.
hall-events-wait = { $count ->
    [one] One event waits to be sent; it is kept.
   *[other] { $count } events wait to be sent; they are kept.
 }
# $why: why the game's journal cannot be read.
hall-game-left-out = Game { $game } is not sent: { $why }
hall-pairing-here = Assigned here: { $pairing }.
hall-outbox-replaced = The outbox was damaged and is now called { $file }. All games are sent again.
hall-matches-unreadable = { $file } cannot be read, so the matches of earlier games are not known.
hall-key-unwritable = { $file }: the key cannot be written ({ $fault }). Free space on the disk.

## Check of the broker

hall-no-answer = { $host } does not answer like an MQTT broker. Perhaps only one side uses TLS.
hall-not-trusted = { $host }: its certificate is not trusted ({ $fault }).
# $host: host and port.
hall-name-unknown = { $host }: no machine in the network has this name. Use the broker machine's address in numbers, or add its name to /etc/hosts.
hall-port-closed = { $host }: no broker listens there. Start it, or correct the port: 8883 with TLS, 1883 without.
hall-broker-without-tls = { $host }: the broker does not use TLS at this port. Correct the port: 8883 with TLS, 1883 without.
hall-certificate-name = { $host }: the broker's certificate is for another name. Use the name or address that the hall was made for.
hall-certificate-issuer = { $host }: the broker's certificate is not from the given CA. Use the file ca.crt of this hall.
hall-broker-unreachable = { $host } cannot be reached ({ $fault }).

## Messages. $topic: an MQTT topic.

hall-message-too-long = { $topic }: { $size } bytes, at most { $most } are allowed.
hall-message-invalid = { $topic }: { $field }: { $fault }
hall-message-unreadable = { $topic }: { $fault }
hall-table-name = '{ $table }' cannot be a table's name. Use up to 32 of the characters a-z, 0-9, - and _, for example table-07.
hall-topic-unknown = Topic '{ $topic }': expected { $root }/TABLE/ and one of { LIST($kinds, last: "or") }.

## The pairing that an event assigns to a table. Fragments.

hall-pairing = round { $round }, { $one } against { $other }
# $played: the mission, the killzone, or both.
hall-pairing-played = round { $round }, { $one } against { $other }, { LIST($played) }

## The outbox: a file with the messages that the hub has not acknowledged. $fault: an error of the disk or of SQLite.

hall-outbox-cannot-open = { $file }: the outbox cannot be opened ({ $fault }). Check the disk with 'overlook doctor'.
hall-outbox-cannot-add = { $file }: no message was added to the outbox ({ $fault }). Check the disk with 'overlook doctor'.
hall-outbox-cannot-renew = { $file }: the outbox was not emptied ({ $fault }). Check the disk with 'overlook doctor'.
hall-outbox-cannot-read = { $file }: the outbox cannot be read ({ $fault }). Check the disk with 'overlook doctor'.
hall-outbox-cannot-remove = { $file }: no message was removed from the outbox ({ $fault }). Check the disk with 'overlook doctor'.
hall-outbox-damaged = { $file }: the file is damaged ({ $fault }).
hall-outbox-foreign = { $file }: not an outbox of this program (schema { $schema }). Name another file.
hall-outbox-head-changed = { $file }: the data about the outbox itself has been changed.
hall-outbox-message-changed = { $file }: message { $number } has been changed.
hall-outbox-message-damaged = { $file }: message { $number } is damaged ({ $fault }).
hall-outbox-head-missing = { $file }: the outbox lacks its '{ $name }'. Move the file away.

## Settings [venue]

hall-setting-both = Set both broker and table, or neither.
hall-setting-password-twice = Set password or password_file, not both.
hall-password-unreadable = venue.password_file { $file }: the file cannot be read ({ $fault }).
hall-certificate-missing = venue.ca_file { $file }: no such file. Copy it from the hall's folder.

## Descriptions of the settings [venue]

hall-setting-broker = address of the hall's MQTT broker; empty if the table belongs to no hall
hall-setting-port = the broker's port (default: 8883 with TLS, 1883 without)
hall-setting-table = this table's name in the hall, for example table-07
hall-setting-user = user name at the hall's MQTT broker (default: the table's name)
hall-setting-password = password at the hall's MQTT broker
hall-setting-password-file = file that holds the password, in place of password
hall-setting-ca-file = the hall's CA certificate (switches TLS on)
hall-setting-tls = use TLS without ca_file, with a certificate that this machine trusts
