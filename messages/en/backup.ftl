### Backups: a ZIP file with a manifest. $file: the backup's file; $path: a path inside it; $fault: an error of the disk or of the ZIP reader, in English

## Writing

backup-restore-pending = { $folder }: a backup is being restored there. Start the table: it completes the restore.
backup-not-written = { $path }: not backed up ({ $fault }).
backup-file-name = { QUOTE($path) }: a backup cannot contain a file of this name. Rename it, or move it away.
backup-database-failed = { $path }: the database cannot be copied ({ $fault }). Check the disk with 'overlook doctor'.

## Reading

backup-unreadable = { $file }: not a readable backup ({ $fault }). Use another one.
backup-foreign = { $file }: not a backup of Overlook, because it has no { $manifest }.
backup-manifest-large = { $file }: its { $manifest } is larger than in any backup of Overlook. Use another backup.
backup-manifest-unreadable = { $file }: its { $manifest } cannot be read ({ $fault }). Use another backup.
# $fault is a message.
backup-manifest-invalid = { $file }: its { $manifest } is not valid. { $fault }
# Both are $fault of the message above.
backup-path-outside = Expected a path inside the backup, without '..'.
backup-path-twice = The same path is listed twice.
backup-file-missing = { $file }: { $path } is missing in it. Use another backup.
backup-file-unreadable = { $file }: { $path } cannot be read ({ $fault }). Use another backup.
backup-file-changed = { $file }: { $path } does not match its checksum. Use another backup.

## Written from the machine's page

backup-running = A backup is already being written.
# $fault of backup-failed.
backup-table-closed = The table is closing.
backup-begun = Writing the backup.
backup-writing = Writing { $path }.
backup-failed = No backup was written. { $fault }
backup-ready = { $files ->
    [one] 1 file
   *[other] { $files } files
 }, { DECIMAL($megabytes) } MB, written and verified.
