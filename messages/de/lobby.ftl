### Was auf dem simulierten Tisch läuft

lobby-game = { LIST($seats) }, Wendepunkt { $turning_point }
lobby-preparing = Der Tisch wird mit beiden Beispielteams, Gelände und einer Mission vorbereitet. Das Spiel beginnt von selbst.
lobby-game-not-started = { $why } Beginne das Spiel auf der Seite /setup.
lobby-no-game = Es gibt kein Spiel zum Fortsetzen. Beginne ein neues.
lobby-already-opening = Der Tisch wird schon neu geöffnet. Warte einen Moment.

## Die Leiste über dem Spielfeld

lobby-more = Mehr
lobby-less = Weniger
lobby-demonstration = Vorführung
lobby-demonstration-how = Ein Spiel nach Drehbuch läuft von selbst.
lobby-simulated = Simulierter Tisch
lobby-simulated-how = Aktiviere ein Modell, dann ziehe es.
lobby-idle = An diesem Tisch läuft kein Spiel.
lobby-set-up-first = Es läuft kein Spiel. Baue zuerst den Tisch auf.
lobby-set-up = Diesen Tisch aufbauen
lobby-this-table = Dieser Tisch
lobby-empty-table = Ein leerer simulierter Tisch
lobby-own-camera = Mit deiner eigenen Kamera
lobby-tour = Rundgang
lobby-new-game = Neues Spiel beginnen
lobby-play = Auf einem simulierten Tisch spielen
lobby-continue = Fortsetzen: { $game }
lobby-watch = Vorführung ansehen
lobby-who-chooses = Nur der Bildschirm des Tisches und der Besitzer können wählen, was hier läuft.
lobby-leave-sure = Es läuft ein Spiel. Verlassen? Es bleibt aufgezeichnet und kann fortgesetzt werden.
lobby-one-moment = Einen Moment: Der Tisch startet neu.

## Rundgang durch die Seite

lobby-tour-title = Rundgang durch die Seite
lobby-tour-board = Das Spielfeld, wie die Kamera es sieht, in Zoll: beide Teams, Gelände und Missionsziele. Tippe auf ein Modell, um seine Karte zu sehen.
lobby-tour-score = Wendepunkt, Initiative, Siegpunkte und Befehlspunkte.
lobby-tour-decisions = Hier stellt der Tisch seine Fragen. Jede Bewegung wird geprüft, dann bestätigt sie ihr Spieler.
lobby-tour-rulings = Ja, nein oder zu knapp, mit der Regel, der Messung und ihrem Fehler. Tippe auf ein Urteil, um es gezeichnet zu sehen.
lobby-tour-camera = Das Kamerabild, aus dem alle Messungen stammen. Hier ist es simuliert.
lobby-tour-panel = „Bestätigen“ nimmt die markierte Möglichkeit an, „Rückgängig“ macht den letzten Schritt rückgängig, „Anzweifeln“ stellt ein Urteil infrage.
lobby-tour-step = { $at } von { $of }: { $name }
lobby-tour-next = Weiter
lobby-tour-done = Fertig
lobby-tour-end = Rundgang beenden
