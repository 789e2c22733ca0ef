### Web hooks: addresses that receive the game's events. The text never shows an address, because it may hold a token.

hook-sent = All events are sent.
# $fault: why the address took nothing.
hook-refused = The address takes no events ({ $fault }). Next try within { DECIMAL($seconds, digits: 0) } s.
hook-events-wait = { $count ->
    [one] One event waits; it is kept.
   *[other] { $count } events wait; they are kept.
 }
hook-outbox-unreadable = The number of waiting events cannot be read from the disk.
hook-events-dropped = { $count ->
    [one] Too many events were waiting. The oldest was deleted and will not be sent to this address. The game still has it.
   *[other] Too many events were waiting. The { $count } oldest were deleted and will not be sent to this address. The game still has them.
 }
hook-outbox-lost = { $file } was damaged. The events that waited in it are not sent.
# Fragment: $fault of hook-refused. $status: an HTTP status, such as 503.
hook-answered = answered { $status }
