### Restoring a backup. $file: the backup's file; $path: a path inside it; $fault: an error of the disk, in English

restore-folder-used = { $folder }: the folder is not empty. Name another one with --data, or use --replace.
restore-folder-closed = { $folder }: the folder cannot be written ({ $fault }).
restore-failed = { $path }: not restored ({ $fault }). Nothing was changed.
# $busy is a message: which program has the game open.
restore-table-running = Stop the table before you restore. { $busy }
restore-path-foreign = { $file } is not a backup as Overlook wrote it: it contains the path { QUOTE($path) }. Nothing was changed. Choose another backup.
restore-file-changed = { $file }: { $path } changed while it was read. Try again.
# $fault is a message: what is wrong with a game.
restore-game-damaged = A game in the backup is damaged, so nothing was changed. { $fault }
# The previous data was moved to $folder; the new data is not in place.
restore-interrupted = A restore was interrupted before its last step. The previous data is in { $folder }. Stop the table and restore again, or move that folder back.

## From the machine's page

restore-deciding = A backup is being restored. Wait until the table opens again.
restore-not-ready = No backup is ready to be restored. Choose a file first.
restore-camera-foreign = Its camera is a file or an address, which no page offers: it is not the backup of a table.
restore-begun = Restoring. The present data is moved to { $folder }.
restore-done = The backup is restored. The previous data is in { $folder } and is never deleted automatically. The backup's settings are not used; they are in restored-settings, for comparison.
restore-disk-failed = The backup cannot be restored ({ $fault }). Repair the disk, then start again.

restore-choose = Choose a backup
# Name of the field, for screen readers.
restore-file = Backup file
# $own: whether this page uploads the file. $come and $size: megabytes.
restore-coming = { $own ->
    [yes] Uploading { $file }
   *[no] Another page uploads { $file }
 }: { $come } of { $size } MB
# $made: date and time. $size: megabytes.
restore-found = { $file } was made on { $made } UTC by Overlook { $program }. It contains { $games ->
    [one] one game
   *[other] { $games } games
 } and { $files } files, { $size } MB, all intact.
restore-settings-kept = Settings that were made on this page are restored. The backup's settings file is not used: it is stored in restored-settings, for comparison.
restore-pairings-kept = Devices that are paired now stay paired. The backup's keys are not used: devices that were paired only then must be paired again. Overlays keep their present addresses.
restore-place = Restore…
restore-sure = Yes, restore it
restore-aside = The present data is moved to the folder put-aside in the data folder, under today's date, and is not deleted: { $games ->
    [one] one game
   *[other] { $games } games
 }{ $playing ->
    [yes] , including the battle in progress
   *[no] {""}
 }. The table closes for this and reopens.
# $line is a sentence.
restore-placing = { $file }: { $line } The table is reopening…
