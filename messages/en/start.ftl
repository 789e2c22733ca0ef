### Start of the table: its settings file, addresses and data folder

start-settings-missing = There is no settings file { $file }. Name an existing file, or leave out --settings.

# $setting: the name of a setting. $fault is a message or an error in English.
start-setting-fault = { $setting }: { $fault }
# The address is followed by a space: people and programs copy it.
start-ready = The table is at { $url } – stop it with Ctrl-C.
start-ready-phones = The table is at { $url } and for phones at { $phones } – stop it with Ctrl-C.
# $pin: six or nine digits. $seconds: how long it is valid. The address has no "http://": browsers add it.
start-pairing = To pair a phone in the same network, scan the code or open { $address } and enter PIN { $pin }. The PIN is valid for { $seconds } s; "Pair a phone" on the table's page shows the next one.
start-pairing-enter = To pair a phone in the same network, scan the code or open { $address } and enter PIN { $pin }. The PIN is valid for { $seconds } s. Press Enter here to show the current one.
start-again = The table restarts with the new settings.
start-hall-packages = [venue] needs the package { $package }. Run "{ $command }", or remove the section from the settings.
start-no-hall = The hall gets no news of this table. { $fault }
start-certificate-unreadable = { $file } cannot be read. Verify the table again.
# $lacks: messages, each a sentence.
start-camera-lacks = Camera { $camera }: { SENTENCES($lacks) } Run "overlook run" and open its page, which leads you through it.

## Addresses. $reason comes from the operating system, in English: "Permission denied".

start-port-taken = Port { $port } on { $host } is already used. Perhaps this table is already running; if not, choose another port with --port.
start-no-listening = Cannot listen on { $host }:{ $port }: { $reason }. Choose another address with --host and --port.
start-loopback-only = web.host: cannot listen on { $host }:{ $port }: { $reason }. Only this machine can open the table's pages.
# $fault: what is wrong with the certificate.
start-tls-refused = { $fault } Until this is fixed, other devices can only watch.
start-tls-no-listening = web.tls_port: cannot listen on { $host }:{ $port }: { $reason }. Choose another port; until then, other devices can only watch.

## Data folder

# $process: its number, or "unknown".
start-folder-taken = Another table uses the same data folder (process { $process }). Stop one of the two, or give this one a separate folder with --data.
# $reason: of the operating system, or start-file-damaged.
start-claim-unreadable = { $file } cannot be read: { $reason }. To claim this table, press the pairing button on its panel.
start-pairings-unreadable = { $file } cannot be read: { $reason }. Pair all phones again.
start-secret-unwritten = { $file } cannot be written: { $reason }. After a restart, all phones must be paired again.
start-pairings-unwritten = { $file } cannot be written: { $reason }. After a restart, phones that are paired now must be paired again.
# Fragment: $reason in the messages above.
start-file-damaged = its content is damaged
