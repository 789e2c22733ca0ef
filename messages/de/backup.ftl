### Sicherungen: eine ZIP-Datei mit einem Verzeichnis. $file: die Datei der Sicherung; $path: ein Pfad darin; $fault: ein Fehler des Speichers oder des ZIP-Lesers, auf Englisch

## Schreiben

backup-restore-pending = { $folder }: Dort wird gerade eine Sicherung wiederhergestellt. Starte den Tisch: Er bringt es zu Ende.
backup-not-written = { $path }: nicht gesichert ({ $fault }).
backup-file-name = { QUOTE($path) }: Eine Datei mit diesem Namen kann nicht in eine Sicherung. Benenne sie um oder verschiebe sie.
backup-database-failed = { $path }: Die Datenbank lässt sich nicht kopieren ({ $fault }). Prüfe den Speicher mit „overlook doctor“.

## Lesen

backup-unreadable = { $file }: keine lesbare Sicherung ({ $fault }). Nimm eine andere.
backup-foreign = { $file }: keine Sicherung von Overlook, denn es fehlt { $manifest }.
backup-manifest-large = { $file }: Darin ist { $manifest } größer als in jeder Sicherung von Overlook. Nimm eine andere Sicherung.
backup-manifest-unreadable = { $file }: Darin kann { $manifest } nicht gelesen werden ({ $fault }). Nimm eine andere Sicherung.
# $fault ist ein Text.
backup-manifest-invalid = { $file }: Darin ist { $manifest } ungültig. { $fault }
# Beide sind $fault des Textes darüber.
backup-path-outside = Erwartet wird ein Pfad in der Sicherung, ohne „..“.
backup-path-twice = Derselbe Pfad steht zweimal da.
backup-file-missing = { $file }: Darin fehlt { $path }. Nimm eine andere Sicherung.
backup-file-unreadable = { $file }: { $path } kann nicht gelesen werden ({ $fault }). Nimm eine andere Sicherung.
backup-file-changed = { $file }: { $path } passt nicht zu seiner Prüfsumme. Nimm eine andere Sicherung.

## Von der Seite der Maschine aus geschrieben

backup-running = Eine Sicherung wird schon geschrieben.
# $fault von backup-failed.
backup-table-closed = Der Tisch wird geschlossen.
backup-begun = Die Sicherung wird geschrieben.
backup-writing = Wird geschrieben: { $path }.
backup-failed = Keine Sicherung wurde geschrieben. { $fault }
backup-ready = { $files ->
    [one] 1 Datei
   *[other] { $files } Dateien
 }, { DECIMAL($megabytes) } MB, geschrieben und geprüft.
