### Der Würfelteller: Kalibrierung, und Bilder, die nicht zu gebrauchen sind

## Bilder, die sich nicht lesen lassen

tray-image-dark = Das Bild ist zu dunkel. Mach Licht oder belichte länger.
tray-image-bright = Das Bild ist überbelichtet ({ PERCENT($share) } davon weiß). Belichte kürzer.
tray-dark = Der Würfelteller ist zu dunkel. Mach Licht oder belichte länger.
tray-bright = Der Würfelteller ist überbelichtet ({ PERCENT($share) } davon weiß). Belichte kürzer.
tray-no-frames = Die Kamera des Würfeltellers sendet keine Bilder. Gib den Wurf von Hand ein.
tray-unread = Das Bild des Würfeltellers ließ sich nicht lesen. Gib den Wurf von Hand ein.
tray-image-size = { $file }: Das Bild hat { $width } x { $height } px, aber der Würfelteller wurde mit { $calibrated_width } x { $calibrated_height } px kalibriert. Stelle die Kamera zurück oder kalibriere den Würfelteller neu.

## Umriss und Größe; Felder von tray.json

tray-corners-four = corners_px: Erwartet werden vier Ecken [x, y], von oben links im Uhrzeigersinn.
tray-corners-order = corners_px: { $corners } ergibt von oben links im Uhrzeigersinn kein Viereck ohne einspringende Ecke. Gib die Ecken noch einmal in dieser Reihenfolge an.
tray-corners-outside = corners_px: { $corners } liegt außerhalb des Bildes von { $width } x { $height } px. Drehe die Kamera so, dass sie den ganzen Würfelteller sieht, und gib die Ecken neu an.
tray-die-large = die_px: Wenn ein Würfel { $die } px groß ist, ist der Würfelteller nur { DECIMAL($width) } x { DECIMAL($height) } Würfel groß. Jede Seite braucht mindestens { $least }. Miss noch einmal, wie viele Pixel die Kante eines Würfels hat.
tray-die-small = die_px: Wenn ein Würfel { $die } px groß ist, ist der Würfelteller { DECIMAL($width, digits: 0) } x { DECIMAL($height, digits: 0) } Würfel groß. Jede Seite darf höchstens { DECIMAL($most, digits: 0) } haben. Rücke die Kamera näher heran oder miss die Kante eines Würfels noch einmal.
tray-empty-size = empty_png hat { $width } x { $height } px, aber Umriss und die_px verlangen { $expected_width } x { $expected_height } px. Kalibriere den Würfelteller neu.
tray-colour-twice = Jeder Spieler kann nur eine Farbe haben. Fasse die Einträge zusammen oder gib den Spielern verschiedene Namen.

## Kalibrierung

tray-empty-few = { $images ->
    [one] Vom leeren Würfelteller gibt es 1 Bild
   *[other] Vom leeren Würfelteller gibt es { $images } Bilder
 }, mindestens 2 sind nötig, um das Bildrauschen zu messen.
tray-empty-dark = Der leere Würfelteller ist zu dunkel (mittlerer Grauwert { DECIMAL($grey, digits: 0) } von 255). Mach Licht.
tray-empty-bright = Der leere Würfelteller ist überbelichtet. Belichte kürzer und nimm die Bilder neu auf.
tray-empty-moving = Die Bilder des leeren Würfeltellers unterscheiden sich. Nimm die Hand heraus, warte kurz und nimm die Bilder neu auf.
tray-empty-dice = { $dice ->
    [one] Im Würfelteller liegt 1 Würfel
   *[other] Im Würfelteller liegen { $dice } Würfel
 }, aber jetzt soll er leer sein. Nimm alle Würfel heraus und nimm die Bilder neu auf.
tray-player-no-dice = Im Würfelteller liegen keine Würfel von { NAME($player) }. Lege einige flach hinein und versuche es noch einmal.
tray-players-alike = Die Würfel von { NAME($one) } und { NAME($other) } sehen gleich aus. Nehmt für einen von beiden andere oder lasst einen Spieler weg.
tray-rim-tags = Diese Marken am Rand des Würfeltellers sind nicht zu sehen: { LIST($tags) }. Wische sie ab, beleuchte sie besser oder gib die Ecken des Würfeltellers mit --corners an.
tray-empty-done = Der leere Würfelteller ist gespeichert. Lege einige Würfel hinein, mit Abstand voneinander.
tray-dice-done = Diese Würfel sind gespeichert.
tray-no-dice = Im Würfelteller liegen keine Würfel. Lege einige flach hinein und versuche es noch einmal.
tray-no-dice-shown = Lege zuerst einige Würfel in den Würfelteller, denn die Größe eines Würfels ist noch nicht bekannt.
tray-saved = Gespeichert: Ein Würfel ist { DECIMAL($die, digits: 0) } px breit. Ab jetzt werden Würfe gelesen.
tray-saved-unsure = Gespeichert: Ein Würfel ist { DECIMAL($die, digits: 0) } px breit. Ab jetzt werden Würfe gelesen, aber die meisten Würfel von { LIST($players) } sind hier nicht lesbar. Drehe die Lampe, bis ihre Augen klar zu sehen sind, weder überbelichtet noch dunkel, und nimm ihr Bild neu auf. Sonst musst du jeden Wurf dieser Würfel bestätigen.
tray-not-written = { $file } konnte nicht geschrieben werden ({ $fault }). Mach Speicherplatz frei.

## Zustand

tray-read = Würfel werden gelesen.
tray-not-calibrated = Der Würfelteller ist nicht kalibriert. Öffne die Seite /tray. Bis dahin gib Würfe von Hand ein.
tray-by-hand = { $fault } Bis dahin gib Würfe von Hand ein.
tray-camera-silent = Die Kamera des Würfeltellers sendet keine Bilder. Prüfe ihr Kabel.

## Dateien

tray-file-fault = { $file }: { $fault } Kalibriere den Würfelteller neu.
tray-file-image = { $file }: empty_png ist kein Bild. Kalibriere den Würfelteller neu.
tray-image-fault = { $fault } Oder kalibriere den Würfelteller neu.
tray-file-version = { $file }: Die Datei hat Version { $found }, aber dieses Programm liest nur Versionen bis { $most }. Aktualisiere das Programm.
tray-examples-fault = Beispielwürfel: { $fault }
tray-examples-face = Beispielwürfel: face_png muss ein Bild von { $side } x { $side } px sein.

## Ein Wurf, der nicht als Antwort auf eine Frage gilt; die Seite markiert Würfel

tray-roll-uncertain = Der Wurf als Ganzes ist unsicher.
tray-roll-too-many = { $seen } Würfel gesehen, { $wanted } erwartet. Nimm die übrigen aus dem Würfelteller oder gib den Wurf von Hand ein.
tray-roll-cocked = { $cocked ->
    [one] 1 von { $seen } Würfeln liegt
   *[other] { $cocked } von { $seen } Würfeln liegen
 } schräg. Würfle noch einmal oder gib ein, was die markierten zeigen.
tray-roll-doubtful = { $doubtful ->
    [one] 1 von { $seen } Würfeln ist
   *[other] { $doubtful } von { $seen } Würfeln sind
 } unsicher. Gib ein, was die markierten zeigen.
tray-roll-missing = { $seen } von { $wanted } Würfeln gesehen. Gib die anderen von Hand ein oder schiebe Würfel auseinander, die sich berühren.
tray-roll-other-colour = { $seen } von { $wanted } Würfeln gesehen, dazu { $others } in der anderen Farbe. Nimm die Würfel des Spielers, der würfelt, oder gib den Wurf von Hand ein.
tray-roll-early = Für diesen Wurf geworfen: { $seen } von { $wanted } Würfeln. { $early ->
    [one] Der Würfel im Würfelteller lag
   *[other] Die { $early } Würfel im Würfelteller lagen
 } schon vorher da. Würfle jetzt noch einmal.

## Speichern

tray-example-not-stored = Der falsch gelesene Wurf konnte nicht als Beispiel gespeichert werden ({ $fault }). Mach Speicherplatz frei.
tray-picture-not-stored = Das Bild des Wurfs konnte nicht gespeichert werden ({ $fault }). Mach Speicherplatz frei.
tray-examples-not-stored = Die gelernten Beispielwürfel konnten nicht gespeichert werden ({ $fault }). Mach Speicherplatz frei.
tray-examples-unreadable = { $file } kann nicht gelesen werden: { $fault } Das Aussehen der Würfel wird neu gelernt.

## A tray that is published without a table: `overlook tray --publish`

tray-publish-title = Würfelteller
tray-publish-number = Wurf
tray-publish-time = Zeit
tray-publish-dice = Würfel
tray-publish-sum = Summe
tray-publish-none = Noch wurde kein Wurf gelesen. Wirf einige Würfel.
tray-publish-closed = Die Verbindung ist unterbrochen. Diese Seite versucht jede Sekunde, sie wieder aufzubauen.
tray-publish-ready = Der Würfelteller ist unter { $address } zu sehen (Strg+C beendet das Programm).
tray-publish-simulated = Ohne --source ist der Würfelteller simuliert: Alle paar Sekunden werden Würfel geworfen.
tray-publish-broker = Die Verbindung zum Broker { $broker } steht.
tray-publish-broker-away = Der Broker { $broker } ist nicht erreichbar. Die Würfe werden aufbewahrt, bis er es ist.
tray-publish-no-file = { $file } gibt es nicht. Kalibriere zuerst den Würfelteller: overlook tray EMPTY1 EMPTY2 --corners ... --dice ...
tray-publish-photographs = --publish liest eine Kamera. Lass die Fotos weg, oder lass --publish weg, um den Würfelteller zu kalibrieren.
tray-calibrate-photographs = Nenne mindestens zwei Fotos des leeren Würfeltellers, oder lies mit --publish die Würfe eines kalibrierten.
tray-publish-library = MQTT braucht die Bibliothek { $library }. So wird sie installiert: { $command }
tray-publish-topic = --topic: { QUOTE($found) } gefunden. Erwartet wird ein Thema ohne + und #.
