### Geländestücke, deren Umriss die Kamera findet, und wie Marken auf Bases sitzen

outline-found = Die Kanten wurden gefunden. Berichtige eine Ecke, wenn sie danebenliegt.
outline-height-unsure = Die Kanten wurden gefunden, aber die Höhe der Oberseite ist geraten. Berichtige sie, wenn sie falsch ist.
outline-mounts-unreadable = { $file } ist unlesbar ({ $fault }). Wie die Marken auf ihren Bases sitzen, wird neu gemessen.
