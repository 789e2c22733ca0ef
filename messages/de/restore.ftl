### Eine Sicherung wiederherstellen. $file: die Datei der Sicherung; $path: ein Pfad darin; $fault: ein Fehler des Speichers, auf Englisch

restore-folder-used = { $folder }: Der Ordner ist nicht leer. Nenne mit --data einen anderen oder nimm --replace.
restore-folder-closed = { $folder }: In den Ordner kann nicht geschrieben werden ({ $fault }).
restore-failed = { $path }: nicht wiederhergestellt ({ $fault }). Nichts wurde geändert.
# $busy ist ein Text: welches Programm das Spiel geöffnet hat.
restore-table-running = Beende den Tisch, bevor du wiederherstellst. { $busy }
restore-path-foreign = { $file } ist keine Sicherung, wie Overlook sie schreibt: Sie enthält den Pfad { QUOTE($path) }. Nichts wurde geändert. Wähle eine andere Sicherung.
restore-file-changed = { $file }: { $path } hat sich beim Lesen geändert. Versuche es noch einmal.
# $fault ist ein Text: was mit einem Spiel nicht stimmt.
restore-game-damaged = Ein Spiel in der Sicherung ist beschädigt, deshalb wurde nichts geändert. { $fault }
# Die bisherigen Daten sind in $folder; die neuen sind nicht an ihrem Platz.
restore-interrupted = Ein Wiederherstellen wurde vor dem letzten Schritt unterbrochen. Die bisherigen Daten sind in { $folder }. Beende den Tisch und stelle noch einmal wieder her, oder verschiebe diesen Ordner zurück.

## Von der Seite der Maschine aus

restore-deciding = Eine Sicherung wird gerade wiederhergestellt. Warte, bis der Tisch wieder öffnet.
restore-not-ready = Keine Sicherung steht zum Wiederherstellen bereit. Wähle zuerst eine Datei.
restore-camera-foreign = Ihre Kamera ist eine Datei oder eine Adresse, wie keine Seite sie anbietet: Das ist nicht die Sicherung eines Tisches.
restore-begun = Die Sicherung wird wiederhergestellt. Die jetzigen Daten kommen nach { $folder }.
restore-done = Die Sicherung ist wiederhergestellt. Die bisherigen Daten sind in { $folder } und werden nie von selbst gelöscht. Die Einstellungsdatei der Sicherung gilt nicht; sie liegt zum Vergleichen in restored-settings.
restore-disk-failed = Die Sicherung lässt sich nicht wiederherstellen ({ $fault }). Behebe den Fehler am Speicher und beginne dann von vorn.

restore-choose = Sicherung wählen
# Name des Feldes, für Vorleseprogramme.
restore-file = Datei der Sicherung
# $own: ob diese Seite die Datei hochlädt. $come und $size: Megabyte.
restore-coming = { $own ->
    [yes] Hochladen von { $file }
   *[no] Eine andere Seite lädt { $file } hoch
 }: { $come } von { $size } MB
# $made: Tag und Uhrzeit. $size: Megabyte.
restore-found = { $file } stammt vom { $made } UTC, aus Overlook { $program }. Inhalt: { $games ->
    [one] ein Spiel
   *[other] { $games } Spiele
 } und { $files } Dateien, { $size } MB, alles unbeschädigt.
restore-settings-kept = Einstellungen, die auf dieser Seite gemacht wurden, werden wiederhergestellt. Die Einstellungsdatei der Sicherung gilt nicht: Sie wird zum Vergleichen in restored-settings abgelegt.
restore-pairings-kept = Geräte, die jetzt gekoppelt sind, bleiben gekoppelt. Die Schlüssel der Sicherung gelten nicht: Geräte, die nur damals gekoppelt waren, müssen neu gekoppelt werden. Einblendungen behalten ihre jetzigen Adressen.
restore-place = Wiederherstellen …
restore-sure = Ja, wiederherstellen
restore-aside = Die jetzigen Daten kommen im Datenordner in den Ordner put-aside, unter dem heutigen Datum, und werden nicht gelöscht: { $games ->
    [one] ein Spiel
   *[other] { $games } Spiele
 }{ $playing ->
    [yes] , auch die laufende Schlacht
   *[no] {""}
 }. Der Tisch schließt dafür und öffnet wieder.
# $line ist ein Satz.
restore-placing = { $file }: { $line } Der Tisch wird neu geöffnet …
