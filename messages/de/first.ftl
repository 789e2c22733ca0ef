### Ersteinrichtung eines Tisches im Browser: Kamera, Bild, Druck, Objektiv, Spielfeld und Genauigkeit

## Was noch fehlt. $fault: ein Fehler des Speichers, auf Englisch

first-camera-missing = Es ist keine Kamera gewählt. Wähle eine von denen, die eingesteckt sind.
first-unfinished = Die Ersteinrichtung ist nicht fertig. Mach mit diesem Schritt weiter.
first-folder-cannot-be-made = Der Datenordner { $folder } lässt sich nicht anlegen ({ $fault }). Gib den Ordner darüber dem Benutzer, unter dem der Tisch läuft, oder nenne einen anderen data.folder.
first-folder-closed = In den Datenordner { $folder } kann nicht geschrieben werden. Gib ihn dem Benutzer, unter dem der Tisch läuft, oder nenne einen anderen data.folder.
first-disk-read-only = Der Speicher mit dem Datenordner { $folder } lässt sich nur lesen, Spiele können also nicht gespeichert werden. Repariere ihn oder binde ihn beschreibbar ein: Dann öffnet sich der Tisch von selbst.
first-lens-missing = Das Objektiv der Kamera ist nicht kalibriert. Kalibriere es mit dem Objektivbogen.
# $fault ist hier und in der nächsten Zeile ein Text.
first-lens-refused = Die Objektivdatei ist nicht brauchbar: Kalibriere das Objektiv neu. { $fault }
first-catalogue-refused = Der Katalog ist nicht brauchbar: Berichtige die Datei oder nimm das Spielfeld aus dem Starter-Kit. { $fault }
first-choices-unreadable = { $file } kann nicht gelesen werden ({ $reason }). Wähle auf der Seite der Ersteinrichtung noch einmal.
first-choices-damaged = { $file } ist beschädigt. Wähle auf der Seite der Ersteinrichtung noch einmal.
first-table-not-opened = Der Tisch lässt sich nicht öffnen. { $fault }

## Schritte

first-step-camera = Kamera
first-step-picture = Bild
first-step-print = Drucken
first-step-lens = Objektiv
first-step-board = Spielfeld
first-step-verify = Prüfen
# Name einer Kamera, die nicht eingesteckt ist.
first-camera-of-settings = Die Kamera aus den Einstellungen
first-no-camera = Es ist noch keine Kamera gewählt.
first-lens-first = Das Objektiv ist noch nicht kalibriert. Mach zuerst den Schritt „Objektiv“.
first-board-found = { $seen } von { $all } Marken gefunden, im Mittel { DECIMAL($residual, digits: 2) } px neben ihrer Stelle. Die Kamera hängt { DECIMAL($height, digits: 0) } cm über dem Spielfeld. Prüfe diese Höhe.

## Genauigkeit, gemessen mit der Prüfplatte. $left, $front: Zoll vom linken und vom vorderen Rand des Spielfelds

first-place = { LENGTH($left) } vom linken Rand, { LENGTH($front) } vom vorderen Rand: Gemessene Längen sind im Durchschnitt { $way ->
    [long] { DECIMAL($off, digits: 2) } mm zu lang
    [short] { DECIMAL($off, digits: 2) } mm zu kurz
   *[right] richtig
 }.
# $place ist der Text darüber.
first-place-worse = { $place } Das ist schlechter, als der Tisch erwartet. Prüfe, ob die Platte eben liegt und ihre Dicke richtig eingegeben ist, und miss dann noch einmal.
first-place-same = Die Platte liegt noch dort, wo Stelle { $number } gemessen wurde. Lege sie mindestens { INCHES($apart) } davon weg.
first-places-few = { $there ->
    [0] Es ist noch keine Stelle
    [one] Es ist 1 Stelle
   *[other] Es sind { $there } Stellen
 } gemessen. Miss mindestens { $wanted }, einige davon in Ecken.
first-certified = Gemessen: { $accuracy }. Geh jetzt zum Tisch: Als Nächstes kommen die Teams.

## Abgelehnte Anfragen

first-table-plays = Der Tisch läuft. Drücke zuerst „Kamera neu einrichten“.
first-camera-unknown = Eine Kamera { QUOTE($camera) } gibt es nicht. Wähle eine von denen, die eingesteckt sind.
first-not-measurable = Die Platte lässt sich noch nicht messen. Zuerst braucht es Objektiv, Spielfeld und ein Bild.
# $missing ist einer der Texte unter „Was noch fehlt“.
first-not-ready = Noch nicht. { $missing }
first-game-running = Ein Spiel läuft. Beende es zuerst: Während die Kamera eingerichtet wird, gibt es keine Urteile.
first-disk-failed = Auf den Speicher kann nicht geschrieben werden ({ $fault }). Mach Speicherplatz frei oder prüfe die Zugriffsrechte.
first-sheet-unknown = Einen Bogen { QUOTE($sheet) } gibt es nicht. Möglich ist { LIST($known, last: "or") }.

## Die Seite

first-missing = Was noch fehlt
# Eine Taste. $step: der Titel eines Schritts.
first-go-to = Weiter zu: { $step }
first-owner = Diesen Tisch als Besitzer übernehmen
first-claim = Das ist mein Tisch: übernehmen
first-claim-how = Richte den Tisch an seinem eigenen Bildschirm ein. Um es auf diesem Gerät zu tun, halte die Koppeltaste des Tastenfelds gedrückt und übernimm den Tisch dann hier.
first-finish = Zum Tisch
first-again = Kamera neu einrichten
first-simulated = Zurück zum simulierten Tisch

## Die Schritte der Seite

first-camera-choose = Kamera wählen
first-camera-hang = Stecke die Kamera ein. Hänge sie über die Mitte des Spielfelds, so dass sie senkrecht nach unten schaut.
first-camera-waiting = Es ist keine Kamera eingesteckt. Sobald du sie einsteckst, erscheint sie hier.
first-image-size = Bildgröße, px
first-focus = Schärfe und Licht
first-focus-how = Lege die Marken des Spielfelds aus oder irgendeinen bedruckten Bogen. Drehe am Objektiv, bis die Kanten scharf sind.
first-print-how = Drucke mit 100 %, ohne Skalierung. Miss danach auf einem Bogen die Linie von 100 mm.
# Ein Link. $paper: A4 oder Letter.
first-sheet = { $sheet }, { $paper }
first-sheet-kit = Starter-Kit
first-sheet-lens = Objektivbogen
first-sheet-plate = Prüfplatte
first-ruler = Gemessene Länge der 100-mm-Linie, mm
first-ruler-off = Die Linie weicht um { DECIMAL($off) } mm ab. Drucke noch einmal mit 100 %.
first-plate = Dicke der Prüfplatte mit ihrem Karton, mm
first-kit-board = Spielfeld aus dem Starter-Kit nehmen
first-lens-how = Klebe den Objektivbogen auf etwas Ebenes. Halte ihn still dorthin, wo die Seite ihn haben will. Die Aufnahmen macht die Seite von selbst.
first-lens-find = Objektiv berechnen
first-lens-known = Das Objektiv ist kalibriert.
# $view: Name einer Aufnahme. $rms: ihr mittlerer Fehler.
first-view = { $view }: { DECIMAL($rms, digits: 2) } px
first-view-drop = { $view } weglassen
first-board-how = Lege die Marken des Spielfelds an ihre Plätze. Die Striche zeigen, wie weit jede von ihrem Platz weg ist, 100-fach vergrößert.
first-board-looking = Das Spielfeld wird gesucht …
first-verify-how = Lege die Prüfplatte flach auf das leere Spielfeld und miss sie, an mindestens { $places } Stellen, einige davon in Ecken.
first-verify-measure = Hier messen
first-place-drop = Stelle { $place } weglassen
first-verify-certify = Zertifikat erstellen
