### Start of the table: its settings file, addresses and data folder

start-settings-missing = There is no settings file { $file }. Name an existing file, or leave out --settings.

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
