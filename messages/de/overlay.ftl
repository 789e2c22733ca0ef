### Einblendungen einer Übertragung, und die Seite, die sie für OBS auflistet

overlay-page = Overlook-Einblendung
overlay-first-squad = Erstes Team
overlay-second-squad = Zweites Team
# Statt der Lebenspunkte. Kurz: Die Zeile ist schmal.
overlay-out = aus
overlay-withdrawn = { $claim }: aufgehoben

## Die Liste der Einblendungen

overlay-list-title = Einblendungen
overlay-list-how = Füge jede Adresse in OBS als Browserquelle ein, so groß wie die Leinwand. Der Hintergrund ist durchsichtig.
overlay-theme = Aussehen
overlay-dark = dunkel
overlay-light = hell
overlay-contrast = hoher Kontrast
overlay-delay = Verzögerung in Sekunden
overlay-sponsor = Sponsor
overlay-size = Größe eines Teils der Einblendung
overlay-position = Position eines Teils der Einblendung
overlay-position-default = Standard
overlay-shows = Inhalt
overlay-shows-game = das Spiel
overlay-shows-test = ein Testbild: eine Minute nach Skript
overlay-canvas = Leinwand
overlay-obs-browser = mit Browserquelle
overlay-obs-none = ohne Browserquelle (Debian-Paket)
overlay-scenes = Szenensammlung für OBS herunterladen
overlay-hotkeys = Tastenkürzel für OBS
overlay-copy = Kopieren
overlay-copy-url = Adresse kopieren: { $name }
overlay-copied = Kopiert: { $address }
overlay-marked = Die Adresse ist markiert. Kopiere sie mit Strg-C.
overlay-part-all = Alles
overlay-part-score = Punktestand
overlay-part-clock = Uhr
overlay-part-sponsor = Sponsor
overlay-part-squads = Beide Teams, mit Lebenspunkten
overlay-part-feed = Ereignisse
overlay-part-board = Spielfeld
overlay-part-stage = Alle Karten
overlay-part-combat = Schüsse und Kämpfe
overlay-part-kill = Kampfunfähige Kämpfer
overlay-part-ruling = Urteile
overlay-part-challenge = Angezweifelte Urteile
overlay-part-replay = Wiederholung knapper und angezweifelter Urteile
overlay-part-points = Punkte
overlay-part-objective = Missionsziele
overlay-part-model = Aktivierter Kämpfer
overlay-part-turn = Neuer Wendepunkt
overlay-part-end = Ende der Schlacht
