### Dateien, die auf der Seite der Maschine in Teilen hochgeladen werden. $kind ist backup oder release

upload-checking = { $kind ->
    [backup] Eine Sicherung
   *[release] Eine Version
 } wird gerade geprüft. Warte einen Moment.
upload-large = { $name } hat { DECIMAL($megabytes, digits: 0) } MB, erlaubt sind höchstens { DECIMAL($most, digits: 0) } MB.
upload-no-room = Auf dem Speicher sind { DECIMAL($free, digits: 0) } MB frei, { $kind ->
    [backup] diese Sicherung
   *[release] diese Version
 } braucht { DECIMAL($needed, digits: 0) } MB. Mach Speicherplatz frei. Nichts wurde geändert.
upload-disk-failed = Auf den Speicher kann nicht geschrieben werden ({ $fault }). Nichts wurde geändert.
upload-replaced = { $kind ->
    [backup] Inzwischen wurde eine andere Sicherung
   *[release] Inzwischen wurde eine andere Version
 } gewählt. Wähle die Datei noch einmal.
upload-part-expected = Der nächste Teil muss bei Byte { $offset } beginnen.
upload-longer = { $name } ist länger als angekündigt. Nichts wurde geändert.
upload-part-failed = { $name } kann nicht gespeichert werden ({ $fault }). Nichts wurde geändert.
upload-check-begun = Die Datei wird geprüft.
upload-check-file = Wird geprüft: { $path }.
upload-cancelled = Das Hochladen wurde abgebrochen.
# $fault: was mit der Datei nicht stimmt, ein Text oder ein Fehler auf Englisch.
upload-refused = Abgelehnt; nichts wurde geändert. { $fault }
upload-rest-lost = Der Rest der Datei kam nicht beim Tisch an. Nichts wurde geändert. Wähle die Datei noch einmal.
upload-empty = { $file } ist leer.
# Text für Vorleseprogramme.
upload-progress = Bisher hochgeladen
upload-cancel = Abbrechen
