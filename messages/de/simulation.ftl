### Der simulierte Tisch: seine Kamera, seine Szene, und Fotos mit bekannter Wahrheit

simulation-unplugged = { $camera }: Die simulierte Kamera ist ausgesteckt. Stecke sie wieder ein.
simulation-not-begun = simulated: Die Szene hat nicht begonnen. Öffne zuerst die Kamera.
simulation-no-pose = simulated: Der Aufbau der Kamera (rig) sagt nicht, wo sie hängt. Füge ihm eine Lage (pose) hinzu.
# Eine Kamera muss auf das Spielfeld hinabsehen. $z: ihre Höhe darüber.
simulation-horizon = simulated: Die Kamera bei z = { MM($z, digits: 0) } sieht den Horizont. Setze sie über das Spielfeld und richte sie nach unten, so dass ihr ganzes Bild den Tisch zeigt.
# $coefficients: die Verzeichnung des Objektivs; $error: wie weit ein Pixel nach Hin- und Rückrechnung daneben liegt.
simulation-distortion = simulated: Die Verzeichnung [{ $coefficients }] lässt sich in einem Bild von { $width } x { $height } Pixeln nicht umkehren (Fehler { DECIMAL($error, digits: 3) } px). Nimm eine schwächere Verzeichnung.

## Die Szene. Dinge sind Kämpfer, Gelände und Marker, nach ihren IDs.

simulation-things-unknown = Die Szene stellt Dinge auf, die ihr Katalog nicht hat: { LIST(NAME($things)) }.
simulation-not-in-box = { NAME($thing) } ist nicht in der Kiste. Darin sind: { LIST(NAME($known)) }.
simulation-box-empty = { NAME($thing) } ist nicht in der Kiste. Die Kiste ist leer.
simulation-move-unknown = Die Hand kann { NAME($thing) } nicht bewegen. Der Katalog hat { LIST(NAME($known)) }.
# $start und $until sind Zeiten der Szene in Sekunden.
simulation-hand-busy = Die Hand kann { NAME($thing) } bei { DECIMAL($start, digits: 2) } s nicht bewegen: Bis { DECIMAL($until, digits: 2) } s bewegt sie { NAME($other) }. Beginne später.
simulation-tag-twice = Marke { $tag } ist auf { NAME($one) } und auf { NAME($other) }. Verwende jede Marke nur einmal.

## Fotos mit bekannter Wahrheit

simulation-no-truth = { $folder }: keine Fotos mit bekannter Wahrheit. Erwartet werden zu jedem NAME.jpg, NAME.catalogue.json und NAME.truth.json.
# $fault: warum das Foto nicht gelesen werden kann.
simulation-no-photograph = { $fault }. Erwartet wird ein Foto neben { $file }.

## Einstellungen einer simulierten Kamera und ihrer Effekte

simulation-out-of-range = Ein Wert liegt außerhalb des Möglichen: { $value }. Berichtige ihn.
# $paints: die Zahl der Bemalungen für die Modelle.
simulation-samples = Das Rendern braucht 1 bis 16 Proben pro Pixel und eine Bemalung. Gefunden wurden { $samples } Proben und { $paints ->
    [one] 1 Bemalung
   *[other] { $paints } Bemalungen
 }.
simulation-other-stage = Der Katalog hat ein anderes Spielfeld oder anderes Gelände als der Renderer. Lege einen neuen Renderer an.
simulation-jpeg-quality = Mit der Qualität { $quality } lässt sich kein JPEG schreiben. Nimm 0 bis 100.
simulation-no-codec = Mit dem Codec { QUOTE($codec) } lässt sich kein Film schreiben. Nimm einen anderen Codec.
