### The hub of a hall: log lines, and errors of its pages. $host is the broker's address.

## Broker

hub-connected = Connected to the broker at { $host }.
hub-refused = The broker at { $host } refuses the hub ({ $reason }). Check its password.
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
hub-read-only = The hub's pages only show the hall. This address takes no changes.
hub-not-json = Send the request as application/json.
hub-no-length = Send the header Content-Length.
hub-too-long = The request is too long (at most { $most } bytes).
# $field: path of a field, such as "body.by"; $fault: what is wrong with it.
hub-request-invalid = { $field }: { $fault }
