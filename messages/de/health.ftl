### Status der Teile des Tisches: je eine Zeile auf der Seite /health

health-board-found = Das Spielfeld ist gefunden.
# Ein Fehler des Programms. $fault: sein Text, englisch.
health-image-failed = Ein Bild konnte nicht verarbeitet werden ({ $fault }). Es geht mit dem nächsten weiter.
health-part-stopped = Ein Teil des Programms ist stehen geblieben: { $part } ({ $fault }). Starte das Programm neu.
health-journal-ok = Jedes Ereignis ist gespeichert.
health-not-judged = Was die Kamera sieht, ist wegen eines Fehlers im Programm nicht zu beurteilen ({ $fault }). Das Spiel hat sich nicht geändert. Stelle das zuletzt bewegte Modell zurück, oder mach den letzten Schritt rückgängig.
