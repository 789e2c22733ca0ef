### Objektive: das Kameramodell, die Kalibrierung und der Assistent, der Aufnahmen sammelt

## Kameramodell (rig.json)

lens-array-shape = { $field }: Gefunden wurde die Form { $found }, erwartet wird { $expected }.
lens-array-finite = { $field }: Gefunden wurde { $found }, erwartet werden endliche Zahlen.
lens-size-positive = camera.size_px: Gefunden wurde [{ $width }, { $height }]. Erwartet werden Breite und Höhe in Pixeln, beide über 0.
lens-focal-positive = camera.camera_matrix: Gefunden wurden die Brennweiten { $x } und { $y }. Beide müssen über 0 px liegen.
lens-centre-outside = camera.camera_matrix: Die optische Mitte ({ DECIMAL($x) } / { DECIMAL($y) }) liegt außerhalb des Bildes von { $width } x { $height } px.
lens-coefficient-count = camera.dist_coeffs: { $found ->
    [one] 1 Zahl gefunden.
   *[other] { $found } Zahlen gefunden.
 } Erwartet werden 4, 5, 8, 12 oder 14.

## Einstellungen der Kamera, die von der Kalibrierung abweichen

lens-other-size = Kamera { $camera }: Das Bild hat { $width } x { $height } px, aber das Objektiv wurde mit { $calibrated_width } x { $calibrated_height } px kalibriert. Stelle den Kameramodus zurück oder kalibriere das Objektiv im jetzigen Modus.
lens-other-mode = Kamera { $camera } läuft im Modus { $mode }, aber ihr Objektiv wurde im Modus { $calibrated } kalibriert. Stelle den Modus zurück oder kalibriere das Objektiv im jetzigen Modus.
lens-other-focus = Kamera { $camera }: Der Fokus steht auf { $focus }, aber das Objektiv wurde bei { $calibrated } kalibriert. Stelle den Fokus wieder fest auf { $calibrated } oder kalibriere das Objektiv neu.

## Kalibriermuster (der gedruckte ChArUco-Bogen)

lens-target-squares = target.squares: Gefunden wurden { $columns } x { $rows }, erwartet werden mindestens 3 x 3.
lens-target-marker = target.marker_mm: Gefunden wurde { $marker }. Der Wert muss über 0 liegen und kleiner sein als ein Feld ({ $square }).
lens-target-dictionary = target.dictionary: Ein Verzeichnis { QUOTE($found) } gibt es nicht. Nimm einen Namen wie DICT_5X5_100.

## Aufnahmen, aus denen keine Kalibrierung wird

lens-views-none = Noch keine Aufnahme. Zeige der Kamera den Bogen.
lens-views-few = Nur { $usable ->
    [one] 1 Aufnahme ist
   *[other] { $usable } Aufnahmen sind
 } brauchbar. Mindestens { $least } sind nötig, besser { $wanted }: Mach weitere.
lens-views-few-empty = Nur { $usable ->
    [one] 1 Aufnahme ist
   *[other] { $usable } Aufnahmen sind
 } brauchbar. Mindestens { $least } sind nötig, besser { $wanted }: Mach weitere. Zu wenig vom Bogen ist zu sehen auf { LIST($views) }.
lens-views-empty = Zu wenig vom Bogen ist zu sehen auf { LIST($views) }: weniger als { $least } Ecken oder nur eine Reihe davon. Lösche diese Aufnahmen oder mach sie neu.
lens-views-sizes = Diese Aufnahmen haben nicht { $width } x { $height } px wie die anderen: { LIST($views) }. Kalibriere jeden Kameramodus für sich.
lens-views-blurred = Unscharf: { LIST($views) }. Kanten sind bis zu { DECIMAL($widest) } px breit (hier üblich: { DECIMAL($usual) } px). Halte den Bogen still, prüfe die Schärfe und mach diese Aufnahmen neu.
lens-views-disagree = Die Aufnahmen passen nicht zu einem einzigen Objektiv: Der mittlere Fehler beträgt { DECIMAL($rms, digits: 2) } px, erlaubt sind { $most } px. Prüfe, ob der Bogen eben ist, ob seine Maße stimmen und ob der Fokus bei allen Aufnahmen gleich war.
lens-views-outliers = Diese Aufnahmen passen nicht zu den anderen: { LIST($views) }. Fokus, Zoom oder Bogen waren anders, oder der Bogen war gewölbt. Lösche sie oder mach sie neu.
lens-views-flat = Nur { $tilted } von { $all } Aufnahmen sind um mindestens { $degrees }° geneigt, nötig sind { $least }. Neige den Bogen nach allen Seiten. Nicht geneigt: { LIST($views) }.
lens-views-unsolvable = Zu den { $views } Aufnahmen passt kein Objektiv: Ihre Ecken liegen an einer Stelle oder auf einer Linie, oder sie gehören zu einem anderen Bogen. Prüfe die Datei des Bogens und mach die Aufnahmen neu, nach allen Seiten geneigt.
lens-views-coverage = Der Bogen war nur auf { PERCENT($covered) } des Bildes zu sehen, nötig sind mindestens { PERCENT($least) }. Mach Aufnahmen mit dem Bogen in den Ecken und an den Rändern.
lens-sheet-bent = Der Bogen ist um { MM($bent) } gewölbt, erlaubt sind { MM($most) }. Klebe ihn auf etwas Steifes und mach die Aufnahmen neu.
lens-views-uncertain = Die Aufnahmen sind sich über das Objektiv nicht einig: um { PERCENT($focal, digits: 2) } der Brennweite (erlaubt { PERCENT($most_focal, digits: 1) }) und um { DECIMAL($centre, digits: 0) } px bei der Bildmitte (erlaubt { DECIMAL($most_centre, digits: 0) } px). Halte Kamera und Bogen still, stelle den Fokus fest, halte den Bogen eben und mach weitere Aufnahmen, nach allen Seiten geneigt.

## Worum der Assistent als Nächstes bittet

lens-advice-whole-sheet = Zeige der Kamera den ganzen Bogen.
lens-advice-blurred = Zu unscharf: Mach mehr Licht oder prüfe die Schärfe.
lens-advice-hold-still = Gut. Jetzt stillhalten.
lens-advice-enough = Genug Aufnahmen. Du kannst aufhören oder noch mehr machen, dann wird es genauer.
lens-advice-place = Halte den Bogen { $row ->
    [top] oben
   *[bottom] unten
 } { $column ->
    [left] links
    [right] rechts
   *[middle] in der Mitte
 } ins Bild.
lens-advice-flat = Halte den Bogen gerade vor die Kamera, ohne ihn zu neigen.
lens-advice-left = Neige den linken Rand des Bogens zur Kamera hin.
lens-advice-right = Neige den rechten Rand des Bogens zur Kamera hin.
lens-advice-up = Neige den oberen Rand des Bogens zur Kamera hin.
lens-advice-down = Neige den unteren Rand des Bogens zur Kamera hin.
lens-advice-elsewhere = Zeige den Bogen an einer anderen Stelle, näher oder weiter weg.

## Wie weit der Assistent ist

lens-advice-show = Zeige der Kamera den Bogen.
lens-progress = { $number } von { $wanted }
lens-progress-enough = { $number }, genug
lens-so-far = Aufnahmen: { $views }. Teile des Bildes, in denen der Bogen schon war: { $cells }.
lens-lean-flat = gerade vor der Kamera: { $progress }
lens-lean-left = linker Rand näher: { $progress }
lens-lean-right = rechter Rand näher: { $progress }
lens-lean-up = oberer Rand näher: { $progress }
lens-lean-down = unterer Rand näher: { $progress }
lens-view-unknown = Die Aufnahme { QUOTE($view) } gibt es nicht mehr.
lens-views-not-kept = Die Aufnahmen können nicht gespeichert werden ({ $fault }). Beim Ausschalten gehen sie verloren.
lens-file-not-written = { $file } kann nicht geschrieben werden ({ $fault }).
lens-no-image = Noch kein Bild. Prüfe die Kamera.
lens-found = Das Objektiv ist kalibriert: im Mittel { DECIMAL($residual, digits: 2) } px daneben, aus { $views } Aufnahmen, die { PERCENT($coverage) } des Bildes abdecken. Gespeichert in { $file }.

## Die Seite zum Kalibrieren des Objektivs

lens-page-title = Objektiv kalibrieren
lens-page-image = Der Kalibrierbogen, wie ihn die Kamera sieht
lens-page-progress = Fortschritt
lens-page-covered = Teile des Bildes, in denen der Bogen schon aufgenommen ist
lens-page-tilts = Neigungen des Bogens
lens-page-taken = Bisherige Aufnahmen
lens-page-coverage = Abdeckung
lens-page-tilt = Neigung
lens-page-sharpness = Schärfe
lens-page-views = Aufnahmen
lens-page-flat = gerade
lens-page-left = links
lens-page-right = rechts
lens-page-top = oben
lens-page-bottom = unten
lens-page-tilt-now = jetzt { $angle }°
lens-page-blur = Kanten { DECIMAL($blur) } px
lens-page-leave-out = { $name } weglassen
lens-page-finish = Objektiv berechnen
lens-page-no-answer = Das Kalibrierprogramm antwortet nicht. Prüfe, ob es noch läuft.
