### Die Ansage: Urteile, gesprochen von einem Programm wie espeak-ng

voice-ok = Urteile werden angesagt.
voice-not-installed = Keine Ansage: { $program } ist nicht installiert. Führe „sudo apt install espeak-ng“ aus, dann starte den Tisch neu.
voice-fails = Keine Ansage: { $program } meldet { QUOTE($line) }. Ist ein Lautsprecher angeschlossen?

## Beschreibung der Einstellungen [voice]

voice-setting-enabled = Urteile ansagen
voice-setting-questions = auch Fragen ansagen
voice-setting-commentary = auch Ereignisse des Spiels ansagen, mit den Worten der Übertragung
voice-setting-program = Programm, das den Text von der Standardeingabe spricht
voice-setting-language = Sprache oder Stimme (Liste: espeak-ng --voices); die Texte sind in ihr, wenn messages ihren Ordner hat, sonst englisch
voice-setting-rate = Tempo, in Wörtern pro Minute
voice-pin = Die PIN ist { COMMAS($figures) }. Noch einmal: { COMMAS($figures) }.
