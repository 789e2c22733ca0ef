### The hub of a hall: log lines, and errors of its pages. $host is the broker's address.

## Broker

hub-connected = Connected to the broker at { $host }.
hub-refused = The broker at { $host } refuses the hub ({ $reason }). Check its password.
# $fault: a whole sentence about the cause.
hub-broker-fault = { $fault } The hub tries again; tables keep their messages.
hub-disconnected = The broker at { $host } cannot be reached. Tables keep their messages until it can.
hub-client-twice = Another hub is connected to the broker at { $host } under the same client id. Stop one of the two.
# acl is the name of a file.
hub-acl-incomplete = The broker at { $host } rejects some messages of the hub ({ $reason }). Its file acl lacks lines: see docs/hall.md.

## Storing messages

hub-overloaded = Messages arrive faster than they can be stored. The tables will send them again.
hub-storing-ended = The hub has stopped storing messages ({ $fault }). Restart the hub.
# $kind: the kind of message, such as GameMessage.
hub-message-dropped = { $table }: one message ({ $kind }) cannot be stored and was dropped: { $fault }.
hub-tables-taken = This hub now stores the messages of { $count ->
    [one] one more table
   *[other] { $count } more tables
 }.
hub-writes-again = This hub writes to the database again, as { $hub }.
hub-name-taken = Another hub writes to this database as { $hub }, so this one has stopped writing. Start one of the two with another name (--hub).

## Database

hub-database-closed = Database '{ $database }': cannot be opened ({ $fault }).
hub-database-old = Database '{ $database }': made by an earlier version. Name a new one: the tables will send everything again.
hub-database-failed = Database '{ $database }': { $fault }. No message is acknowledged until it works again.
# $why: one of the three fragments below.
hub-row-damaged = Database '{ $database }': event { $sequence } of game { $game } at { $table } is damaged ({ $why }). The table will send it again.
# Fragments: $why of hub-row-damaged.
hub-row-digest = wrong digest
hub-row-unreadable = not a message
hub-row-columns = its columns differ from the message

## Errors of the pages

hub-not-storing = The hub has stopped storing messages. Restart it: the tables will then send them again.
# $host: the name in the browser's address line.
hub-host-unknown = This hub is not called { QUOTE($host) }. Open it by its address in numbers, or start it with the option --name and this name.
hub-read-only = The hub's pages only show the hall. This address takes no changes.
hub-not-json = Send the request as application/json.
hub-no-length = Send the header Content-Length.
hub-too-long = The request is too long (at most { $most } bytes).
# $field: path of a field, such as "body.by"; $fault: what is wrong with it.
hub-request-invalid = { $field }: { $fault }

## Help of options of 'overlook hub'

hub-help-broker = Address of the hall's MQTT broker: HOST or HOST:PORT.
hub-help-database = URL of the database, without a password. By default, an SQLite file.
hub-help-name = A further host name of the hub's pages.
hub-help-user = The hub's user name at the broker.
hub-help-ca = The hall's CA certificate. With it, the connection uses TLS.
hub-help-event = Name of an event to run.
hub-help-hub = This hub's name, if several hubs share a database. By default, the machine's name.
hub-help-home-assistant = Announce every table to Home Assistant by MQTT discovery.
hub-help-password-file = A file with that user's password. By default, it is read from OVERLOOK_HUB_PASSWORD.
hub-help-organiser-file = A file with the organiser's key. By default, it is read from OVERLOOK_HUB_ORGANISER.

## Lines of the output of 'overlook hub'

hub-ready = Open the hall's page at { $address } (press Ctrl-C to stop the hub).
hub-database-password = All users of this machine can read the password in --database. Put it into { $file } instead.

## Errors of 'overlook hub'

# $command: a shell command.
hub-library-missing = The hub needs the library { $library }. Run '{ $command }'.
hub-ca-missing = --ca: there is no file { $file }.
hub-broker-address = --broker: found { QUOTE($found) }. Expected HOST or HOST:PORT.
hub-event-key = --event { QUOTE($event) }: an event needs an organiser's key and a name of at most 64 characters. Write a key of { $least } or more characters, known to nobody else, into a file, and name the file with --organiser-file.
