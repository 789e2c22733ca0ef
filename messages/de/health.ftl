### Status der Teile des Tisches: je eine Zeile auf der Seite /health

health-board-found = Das Spielfeld ist gefunden.
# Ein Fehler des Programms. $fault: sein Text, englisch.
health-image-failed = Ein Bild konnte nicht verarbeitet werden ({ $fault }). Es geht mit dem nächsten weiter.
health-part-stopped = Ein Teil des Programms ist stehen geblieben: { $part } ({ $fault }). Starte das Programm neu.
health-journal-ok = Jedes Ereignis ist gespeichert.
health-not-judged = Was die Kamera sieht, ist wegen eines Fehlers im Programm nicht zu beurteilen ({ $fault }). Das Spiel hat sich nicht geändert. Stelle das zuletzt bewegte Modell zurück, oder mach den letzten Schritt rückgängig.

# Name eines Teils, am Anfang seiner Zeile. $key: der Teil, mit _ für Leerzeichen. $part: sein Name, bei einem Webhook dessen Adresse.
health-part-name = { $key ->
    [accuracy] Genauigkeit
    [back-up] Sicherung
    [board] Spielfeld
    [camera] Kamera
    [clips] Clips
    [clock] Uhr
    [data] Daten
    [demonstration] Vorführung
    [disk] Speicher
    [encryption] Verschlüsselung
    [exposure] Belichtung
    [first_run] Ersteinrichtung
    [flicker] Flimmern
    [focus] Schärfe
    [games] Spiele
    [hall] Halle
    [hotspot] Hotspot
    [journal] Journal
    [judging] Urteile
    [lens] Objektiv
    [lens_file] Objektivdatei
    [light] Licht
    [mode] Bildgröße
    [mounts] Lage der Marken
    [operatives] Kämpfer
    [outbox] Postausgang
    [panel] Tastenfeld
    [power] Strom
    [program] Programm
    [rate] Bildrate
    [ready_game] Fertiges Spiel
    [sentinel] Lage der Kamera
    [set-up] Aufbau
    [settings] Einstellungen
    [simulated_table] Simulierter Tisch
    [stages] Rechenzeit
    [table] Tisch
    [tags] Marken
    [temperature] Temperatur
    [tray] Würfelteller
    [voice] Ansage
    [hook] Webhook { $part }
   *[other] { $part }
 }
