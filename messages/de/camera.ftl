### Kameras: Geräte, Netzwerkkameras, Video- und Bilddateien

## Zustand der Kamera des Tisches, wie ihn die Statusseite zeigt

camera-opening = Die Kamera wird geöffnet. Das erste Bild kommt in wenigen Sekunden.
camera-running = Die Kamera sendet Bilder.
camera-dark = Die Bilder der Kamera sind dunkel. Ist das Objektiv verdeckt oder das Licht aus?
camera-looping = Die Bilder aus der Datei oder dem Ordner werden immer wieder von vorn gezeigt.
camera-ended = Alle Bilder wurden gezeigt, das letzte bleibt stehen. Damit sie immer wieder von vorn laufen, schreibe in camera.source ein loop: vor den Pfad.
camera-closed = Die Kamera wurde auf Wunsch geschlossen.
camera-frozen = { NAME($camera) }: seit { DECIMAL($seconds) } s dasselbe Bild. Die Kamera wird neu geöffnet. Wenn das anhält, ziehe ihr Kabel ab und stecke es wieder ein.
camera-stalled = { NAME($camera) }: seit { DECIMAL($seconds, digits: 0) } s kein Bild. Die Kamera wird neu geöffnet. Wenn das anhält, ziehe ihr Kabel ab und stecke es wieder ein.
camera-stopped = { NAME($camera) }: keine Bilder mehr. Die Kamera wird neu geöffnet. Wenn das anhält, ziehe ihr Kabel ab und stecke es wieder ein.
camera-crashed = { NAME($camera) }: unerwarteter Fehler im Treiber der Kamera ({ $kind }: { $fault }).

camera-line = { $camera }: { $line }

## Öffnen und Lesen

camera-not-open = { NAME($camera) }: Die Kamera ist nicht geöffnet. Öffne sie zuerst.
camera-not-found = { NAME($camera) }: Diese Kamera gibt es nicht. Stecke sie ein oder wähle eine von diesen: { LIST($found, last: "or") }.
camera-none-found = { NAME($camera) }: Diese Kamera gibt es nicht, und auch kein anderes Videogerät. Stecke sie ein.
camera-cannot-open = { NAME($camera) }: Die Kamera lässt sich nicht öffnen. { $remedy }
camera-no-first-image = { NAME($camera) }: Die Kamera lässt sich öffnen, sendet aber kein Bild. { $remedy }
camera-images-ended = { NAME($camera) }: Die Kamera sendet keine Bilder mehr. { $remedy }
camera-image-too-large = { NAME($camera) }: Bilder von { $width } x { $height } Pixeln sind zu groß (höchstens { $most } Megapixel). Wähle einen kleineren Modus.
camera-opencv-failed = OpenCV kann die Kamera nicht öffnen: { $fault }.
camera-will-not-close = { NAME($camera) }: Die Kamera ließ sich nicht innerhalb von { $seconds } s schließen. Ziehe sie ab.
camera-unknown = Kamera „{ $camera }“: Eine solche Kamera oder Datei gibt es nicht. Möglich ist { LIST($usages, last: "or") }.
camera-usage-file = ein Bild, ein Ordner oder eine Videodatei, mit loop: vor dem Pfad zum Wiederholen

## Was zu tun ist

camera-remedy-usb = Prüfe ihr Kabel, schließe andere Programme, die sie benutzen, und prüfe, ob dein Benutzer in der Gruppe „video“ ist.
camera-remedy-network = Prüfe, ob sie eingeschaltet ist, und prüfe Adresse, Benutzername, Passwort und Netzwerk.
camera-remedy-video = Wähle ein Video, das FFmpeg lesen kann.

## Netzwerkkameras

camera-address-missing = { NAME($camera) }: In der Adresse fehlt der Name des Geräts. Schreibe rtsp://USER:PASSWORD@HOST/PATH.

## Dateien

camera-file-missing = { NAME($camera) }: Diese Datei gibt es nicht. Wähle ein Bild, einen Ordner oder ein Video.
camera-folder-empty = { NAME($camera) }: In diesem Ordner sind keine Bilder. Gesucht werden Dateien mit der Endung { LIST($suffixes, last: "or") }.
camera-file-unreadable = { $file }: Die Datei kann nicht gelesen werden ({ $fault }). Wähle ein Bild, einen Ordner oder ein Video.

## Kameras des Raspberry Pi

camera-pi-not-found = { NAME($camera) }: Diese Kamera gibt es nicht. libcamera findet { $count ->
    [0] keine Kamera
    [one] eine Kamera
   *[other] { $count } Kameras
 }. Prüfe das Flachbandkabel und führe dann „rpicam-hello --list-cameras“ aus.
camera-pi-in-use = { NAME($camera) }: Die Kamera ist belegt. Schließe das Programm, das sie benutzt ({ $fault }).
camera-pi-mode-refused = { NAME($camera) }: Die Kamera lehnt diesen Modus ab. Wähle eine andere Größe oder Bildrate ({ $fault }).
camera-pi-format-unknown = libcamera sendet { $format }, erwartet wird { LIST($known, last: "or") }
camera-pi-stalled = { NAME($camera) }: seit { $seconds } s kein Bild. Prüfe das Flachbandkabel. Wenn das anhält, starte die Maschine neu.
camera-pi-failed = { NAME($camera) }: keine Bilder mehr. Prüfe das Flachbandkabel ({ $fault }).
camera-pi-hold-too-early = { NAME($camera) }: Die Belichtung lässt sich erst nach dem ersten Bild feststellen.
camera-pi-module-missing = picamera: Das Python-Modul „{ $module }“ fehlt. Führe unter Raspberry Pi OS „sudo apt install python3-picamera2“ aus und verwende eine virtuelle Umgebung mit Systempaketen.
camera-pi-module-broken = picamera: picamera2 lässt sich nicht laden ({ $fault }). Führe unter Raspberry Pi OS „sudo apt install python3-picamera2“ aus und verwende eine virtuelle Umgebung mit Systempaketen.
