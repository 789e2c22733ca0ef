### Requests to the table's pages and HTTP interface: why one is refused or cannot be answered

## Addresses and methods

request-nothing-there = { QUOTE($path) } does not exist.
# $method: an HTTP method, such as DELETE.
request-method = { QUOTE($path) } does not take { $method }.
# $host: the name in the address that the browser called.
request-host = { QUOTE($host) } is not this table's name. Open the table by its IP address, or add the name to the setting web.names.
request-origin = The request comes from another site ({ QUOTE($origin) }). Only this table's own pages may do this.
request-other-site = The request comes from another site. Only this table's own pages may do this.
# $address: the address of the encrypted page, such as https://table.local:8443/.
request-encrypted-only = This table accepts changes over encrypted connections only. Open { $address }

## Bodies

request-too-long = The request is longer than { $most } bytes.
# $kind: a content type, such as application/json.
request-content-type = The request has the wrong content type. Expected { $kind }.
# $faults: up to three of the next message.
request-invalid = { SENTENCES($faults) }
# $field: its path, such as intent.dice. $fault: a text of the library pydantic, in English.
request-field-invalid = { $field }: { $fault }.
# $fault: a message.
request-field-refused = { $field }: { $fault }
request-choice-or-dice = Expected a choice, dice, or the request to roll, and only one of them.
# The key is a text that a program sends with each request, so that it can send the same request again.
request-key-reused = The Idempotency-Key { QUOTE($key) } was used for another request. Make a new one.

## Load

request-too-many-waiting = This device has too many requests waiting. Try again in a moment.
# Plain text for a connection beyond the limit.
request-too-many-connections = Too many connections. Close some, or try again in a minute.

## What was asked for

request-no-image = The camera has sent no image for { DECIMAL($seconds, digits: 0) } s. Check its cable.
request-camera-full = { $viewers ->
    [one] One viewer is
   *[other] { $viewers } viewers are
 } watching the camera already, and no more are allowed. Close one, or open /camera.jpg.
request-image-damaged = The camera sent { $size } bytes that are not a JPEG image: { $fault }
request-image-not-encoded = The image with the drawings cannot be encoded as JPEG.
request-no-edges = No edges were found there. Drag the corners onto the terrain's top edge.
request-roll-image-missing = There is no image of roll { QUOTE($roll) } in this game.
request-off-board = { QUOTE($point) } is too far from the board.
request-point-invalid = { QUOTE($point) } is not a point. Give an operative's id, or a point such as 12.5,4.25.
request-backup-missing = No backup is ready. Create one first.
request-nothing-to-report = Game { $number } has not begun, so there is nothing to report.
request-card-unknown = No card { QUOTE($card) } is waiting. GET /api/director lists the cards.
request-nothing-on-air = Nothing is on air, so there is nothing to pin.
request-nothing-else-runs = This table has its own camera, so nothing else can run here. Set the camera up on the page /setup.
