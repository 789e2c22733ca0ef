### Journale: die Datei eines Spiels mit allen Ereignissen, und Spiele als Zeilen JSON

## Fehler von SQLite: was nicht ging, und warum

# $fault kommt von SQLite, englisch.
journal-damaged = { $file }: { $what }, weil die Datei beschädigt ist ({ $fault }). Führe „overlook recover { $file }“ aus.
journal-held = { $file }: { $what }, weil ein anderes Programm sie offen hat ({ $fault }).
journal-failed = { $file }: { $what }: { $fault }.
journal-disk-full = { $file }: { $what }: { $fault }. Mach Speicher frei und versuche es noch einmal.

## Was nicht ging. Teile, als $what.

journal-opening = lässt sich nicht öffnen
journal-reading = ist nicht zu lesen
journal-writing = lässt sich nicht beschreiben
journal-migrating = lässt sich nicht auf den neuen Stand bringen
journal-appending = Ereignisse { $first } bis { $last } wurden nicht gespeichert
journal-checkpoint = die Ereignisse lassen sich nicht in die Hauptdatei übernehmen
journal-times = die Zeiten der Ereignisse sind nicht zu lesen
journal-closing = wurde nicht sauber geschlossen

## Ein Journal öffnen

journal-no-folder = { $file } lässt sich nicht öffnen: { $reason }.
journal-in-use = { $file }: { $process ->
    [none] ein anderer Prozess
   *[other] Prozess { $process }
 } hat dieses Spiel offen. Halte zuerst jenen Tisch an, oder gib diesem mit --data ORDNER einen anderen Ordner.
journal-other-database = { $file } ist eine Datenbank, aber kein Journal von Overlook. Nenne eine andere Datei.
journal-newer = { $file } stammt von einem neueren Overlook (Schema { $schema }, dieses liest { $newest }). Aktualisiere zuerst Overlook.
journal-unknown = { $file }: Dieses Journal gibt es nicht.

## Beschädigte Journale

journal-event-unreadable = { $file }: Ereignis { $event } ist unlesbar ({ $fault }), die { $before } davor sind lesbar. Führe „overlook recover { $file }“ aus.
journal-unreadable-after = { $file } ist nach Ereignis { $event } unlesbar ({ $fault }). Führe „overlook recover { $file }“ aus.
journal-event-changed = es ist nicht mehr, was geschrieben wurde
journal-event-field = ein Feld hat eine andere Form: { $fault }
journal-disk-failed = { $file }: Der Speicher hat beim Lesen versagt: { $fault }.
journal-events-missing = { $file }: { $lost ->
    [one] Ereignis { $last } fehlt.
   *[other] Ereignisse { $first } bis { $last } fehlen.
 }
journal-events-lost = { $file }: { $lost ->
    [one] Ereignis { $last } fehlt
   *[other] Ereignisse { $first } bis { $last } fehlen
 }, die { $kept } davor sind lesbar. Suche eine Sicherung mit mehr Ereignissen.
journal-replaced = { $file }: Bis Ereignis { $last } ist es nicht das Spiel, das hier gespielt wurde. Ein anderes Spiel steht an seiner Stelle.
journal-recover = { $fault } Ohne Sicherung führe „overlook recover { $file }“ aus.
journal-emptied = { $file } ist leer: Alle Ereignisse fehlen. Suche eine Sicherung. Gibt es keine, führe „overlook recover { $file }“ aus.
journal-events-emptied = { $file } ist leer: { $lost ->
    [one] Das Ereignis fehlt.
   *[other] Die { $lost } Ereignisse fehlen.
 } Suche eine Sicherung. Gibt es keine, führe „overlook recover { $file }“ aus.
journal-nothing-saved = { $file }: Kein Ereignis ist zu retten, deshalb blieb die Datei unverändert. { $why }
journal-without-events = Sie hat keine Ereignisse.

## Die Datei neben einem Journal, die sein letztes Ereignis festhält

journal-tail-unwritable = { $file } lässt sich nicht beschreiben ({ $reason }). Räume die Datei aus dem Weg.
journal-tail-damaged = { $file } war beschädigt. Ob Ereignisse nach { $last } fehlen, ist deshalb nicht bekannt.
journal-tail-not-written = { $file } wurde nicht geschrieben ({ $reason }). Fehlende Ereignisse am Ende fallen deshalb nicht auf.
journal-tail-not-flushed = { $file } kam nicht auf den Speicher ({ $reason }).
journal-tail-not-made = { $file } lässt sich nicht anlegen ({ $reason }). Mach Speicher frei und versuche es noch einmal.

## Ereignisse anhängen

journal-out-of-order = { $file }: Ereignis { $event } ({ $kind }) folgt auf Ereignis { $before }. Erwartet: Ereignis { $expected }.

## Spiele als Zeilen JSON

journal-line-header = Zeile 1: { QUOTE($found) } gefunden. Erwartet: der Kopf eines Spiels.
journal-line-version = Zeile 1: Version { $found }. Dieses Programm liest Version { $expected }.
journal-line-entry = Zeile { $line }: { $fault } (in { QUOTE($found) })
journal-line-order = Zeile { $line }: Ereignis { $event } folgt auf Ereignis { $before }. Ereignisse müssen lückenlos nummeriert sein.
journal-line-cut-off = Zeile { $line }: Die Datei endet nach { $found } von { $expected } Ereignissen.
journal-line-seal = Zeile 1: Das Siegel passt nicht. Nach dem Schreiben der Datei wurde ein Ereignis geändert.

## Dateien von Spielen in jeder Form

journal-no-game = { $file }: Dieses Spiel gibt es nicht. Erwartet: ein Journal, Zeilen JSON oder Notation.
journal-no-text = { $file } ist weder ein Journal noch Text ({ $reason } bei Byte { $byte }).
journal-no-events = { $file }: Das Spiel hat noch keine Ereignisse.
journal-no-edition = Zeile 1: { QUOTE($found) } gefunden. Erwartet: Notation mit [Edition kt24], oder Zeilen JSON.
journal-file-exists = { $file } gibt es schon. Nenne eine andere Datei, oder lösche diese zuerst.
