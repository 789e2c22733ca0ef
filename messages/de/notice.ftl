### Hinweise im Band jeder Seite

notice-waiting = Warte auf das erste Bild der Kamera.
notice-displaced = Stelle { NAME($operative) } zurück: { LENGTH($off) } neben dem Platz.
notice-missing = Stelle { NAME($operative) } hier auf.
# $game: die vierstellige Nummer des Spiels, von dem aus dieses weitergeht. $number: Modelle, die noch nicht auf ihrem Umriss stehen.
notice-branch = Weiter von Spiel { $game }, Ereignis { $event }. Stelle die Modelle auf ihre Umrisse: noch { $number }.
notice-out = Nimm { NAME($operative) } vom Tisch.
notice-camera-moved = Die Kamera hat sich bewegt. Urteile gibt es erst wieder, wenn sie stillsteht und das Spielfeld gefunden ist.
notice-hand = Eine Hand ist im Bild. Urteile folgen, wenn sie weg ist.
