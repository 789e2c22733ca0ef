### Access: pairing devices by PIN, claiming a new table, and who may do what

## Pairing

access-pair-first = Pair this device first: open /pair and enter the PIN from the table's screen.
access-referee-only = A player's phone may not do this. Use the table's own screen, or pair this device as referee on /pair.
access-owner-only = This is for the table's owner. Use the table's own screen, or come back as the owner on /pair.
access-pin-on-screen = Only the table's own screen, the owner's device and the referee's device show the PIN.
# "Pair a phone" is the button on the table's screen.
access-pin-form = { QUOTE($pin) } is not a PIN: a PIN has { $digits } digits. Enter the PIN from the table's screen, under "Pair a phone".
access-pin-used = A phone has already been paired with this PIN. Enter the new PIN from the table's screen.
access-pin-wrong = This is not the PIN on the table's screen. The PIN changes every three minutes.
access-pin-of-players = This PIN pairs players' phones. The referee's PIN is on the table's screen beside it.
access-hand-over-asked = { NAME($seat) } has a phone. Hand the seat over on that phone, or in 30 seconds on the table's screen.
access-hand-over-open = Another device is asking for the seat of { NAME($seat) }. Try again in three minutes.
access-hand-over-declined = The seat was not handed over. Ask again with a new PIN.
access-too-many-pins = Too many wrong PINs. Try again in { $seconds } s.
access-overlay-token-wrong = This is not this table's overlay token.
# $seats: ids of the players' seats, such as p1; each is written as it is sent.
access-seat-unknown = There is no such seat. Expected { LIST($seats, last: "or") }.
access-other-seat = This phone is paired for { NAME($seat) } and cannot act for { NAME($player) }.
# $player: a player, "referee" or "camera".
access-other-name = This device cannot do that as { NAME($player) }. Send the request with "any" as its player.

## Invitation: a text above the PIN, so it ends without a full stop

# $address: where the PIN is entered, such as table.local:8765/pair.
access-invitation = Scan the code, or open { $address } on the phone and enter
access-invitation-two = Scan the code, or open { $address } or { $other } on the phone and enter
access-invitation-local = Phones cannot reach this table. Restart it with --host 0.0.0.0. On this machine, open { $address } and enter

## Claiming a new table: the first phone becomes the owner's

access-claim-closed = This table can no longer be claimed: its first ten minutes are over, or it already has an owner. Hold the panel's pairing button, or use the table's own screen.
