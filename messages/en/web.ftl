### The web server: its settings, and errors in them

## Errors in the settings [web]

web-name-invalid = web.names: { QUOTE($name) } is not a host name without port. Expected, for example, table.local.
web-origin-invalid = web.origins: { QUOTE($origin) } is not the address of a site. Expected, for example, https://club.example.
# $setting: tls_key or tls_certificate.
web-tls-half = web.{ $setting } is missing. Set both the certificate and its key, or neither.
web-tls-port-same = web.tls_port is { $port }, the same as web.port. Choose another port, such as 8443.
# $setting: web.tls_certificate or web.tls_key. $fault: the reason from the operating system, in English.
web-tls-unreadable = { $setting }: { $file } cannot be read ({ $fault }). Give a PEM file.
# $certificate and $key: file names. $fault: an error of OpenSSL, in English.
web-tls-mismatch = web.tls_certificate: { $certificate } and { $key } are not a certificate and its key ({ $fault }). Both must be PEM files, and the key must have no password.
web-tls-nameless = web.tls_certificate: { $file } contains no host name (subjectAltName). Browsers refuse such certificates.

## Descriptions of the settings [web]

web-setting-host = address to listen on, 0.0.0.0 for all; if neither this nor --host is given, overlook run listens on all and shows the game to paired devices only
web-setting-port = TCP port
web-setting-names = host names by which browsers may open the table, without port
web-setting-origins = other sites whose pages may read this table, for example https://club.example; they can change nothing
web-setting-own-screen = let a browser on the table's own machine act without pairing
web-setting-claim = the first phone that claims a new table in its first ten minutes becomes the owner's
web-setting-private = show the table to paired devices and overlay tokens only
web-setting-overlay-language = language of the overlay: a folder of messages, such as en or de
web-setting-picture-fps = camera images per second for one viewer, at most
web-setting-picture-viewers = viewers of the camera at the same time, at most
web-setting-stall = drop viewers that stall for this long, in seconds
web-setting-beat = heartbeat interval of the live channel, in seconds
web-setting-tls-certificate = PEM file with the certificate for encrypted pages (docs/install.md)
web-setting-tls-key = PEM file with the certificate's key, without a password
web-setting-tls-port = TCP port of the encrypted pages

## Descriptions of the settings [obs]. A scene is what OBS shows; its names are chosen in OBS.

web-obs-enabled = switch scenes in OBS
web-obs-url = address of OBS's WebSocket server (in OBS: Tools, WebSocket Server Settings)
web-obs-password = password of OBS's WebSocket server
web-obs-table = OBS scene for everything else
web-obs-dice = OBS scene for shots, fights and rolls of dice
web-obs-ruling = OBS scene for a new ruling
web-obs-challenge = OBS scene to show while a challenge is open
web-obs-hold = longest time that a new ruling is shown, in seconds
web-obs-delay = delay of scene changes in seconds; the same as the delay of overlay and camera
