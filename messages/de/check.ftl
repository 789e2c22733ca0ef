### Prüfungen der Maschine und des Tisches. Jede hat einen Text für den Zustand und einen dafür, was zu tun ist (check-fix-...)

## Verbindung zur Halle

check-module-missing = Das Python-Modul „{ $module }“ fehlt.
check-fix-install = Führe „{ $command }“ aus.
check-fix-hall-section = Siehe docs/hall.md: „hall.sh add“ gibt den Abschnitt [venue] aus.
check-hall-refused = { $refusal } Das Spiel geht weiter, seine Ereignisse bleiben erhalten.
check-fix-hall = Prüfe, ob die Maschine der Halle läuft und im Netzwerk ist, danach Passwort und ca_file in [venue].
check-hall-connects = Der Broker der Halle auf { $host } nimmt diesen Tisch als „{ $table }“ an ({ $encrypted ->
    [yes] verschlüsselt
   *[no] unverschlüsselt
 }).
check-outbox-none = Noch wurde nichts an die Halle gesendet.
check-fix-outbox-damaged = Starte den Tisch. Er legt den beschädigten Postausgang beiseite und füllt einen neuen.
check-outbox-waiting = { $count ->
    [one] 1 Ereignis wartet
   *[other] { $count } Ereignisse warten
 } auf das Senden an den Hallenserver.
check-fix-outbox-waiting = Ereignisse gehen hinaus, sobald die Halle verbunden ist.
check-outbox-empty = Alle Ereignisse sind an den Hallenserver gesendet.

## Die Maschine

check-disk-closed = In den Ordner { $folder } lässt sich nicht schreiben.
check-fix-disk-closed = Führe „sudo chown -R $USER { $folder }“ aus, oder gib in data.folder einen anderen Ordner an.
check-disk-free = { DECIMAL($gigabytes) } GB frei für { $folder }.
check-fix-disk-full = Mach Platz: Sichere mit „overlook backup DATEI“ auf einen anderen Speicher, dann lösche alte Spiele.
check-fix-disk-short = Mach Platz, bevor ein langer Tag beginnt.
check-temperature = { DECIMAL($degrees, digits: 0) } °C.
check-fix-hot = Baue einen Lüfter oder Kühlkörper ein: Die Maschine wird langsamer.
check-fix-warm = Verbessere die Kühlung: Baue einen Lüfter ein, oder nimm ein Gehäuse mit Löchern.
check-power-now = Strom: { LIST($faults) }.
check-power-before = Strom, seit dem Start: { LIST($faults) }.
check-power-voltage = Spannung zu niedrig
check-power-capped = Takt begrenzt
check-power-throttled = Prozessor gebremst
check-power-heat = nah an der Temperaturgrenze
check-fix-power = Nimm das Netzteil für diesen Raspberry Pi, ein kurzes Kabel und einen Lüfter.
check-power-ok = Seit dem Start war genug Strom da.
check-clock-unknown = Diese Maschine meldet nicht, ob ihre Uhr stimmt. Zum Spielen ist das egal, aber das Datum der Spiele kann falsch sein.
check-fix-clock-unknown = Vergleiche die Ausgabe von „date“ mit einer Uhr.
check-clock-set = Die Uhr wird über das Netzwerk gestellt.
check-clock-unset = Die Uhr wird nicht über das Netzwerk gestellt. Zum Spielen ist das egal, aber das Datum der Spiele kann falsch sein.
check-fix-clock-unset = Führe „sudo timedatectl set-ntp true“ aus, oder stelle die Uhr von Hand.
check-fix-panel = Nimm dieselben Tasten auf der Seite, oder prüfe die Verdrahtung nach docs/real-camera.md.
check-panel-ok = Die Anschlüsse des Tastenfelds antworten.

## Kamera und Bild

check-fix-camera-fault = Stecke die Kamera ein. Siehe docs/real-camera.md.
check-camera-silent = Die Kamera hat kein Bild geschickt.
check-fix-camera-silent = Gib in overlook.toml eine andere camera.source an.
check-camera-rate = Modus { $mode }: { DECIMAL($rate) } Bilder pro Sekunde.
check-camera-mode = Modus { $mode }.
check-fix-camera-rate = Eingestellt sind { $asked } Bilder pro Sekunde (camera.fps). Mach mehr Licht, oder wähle ein kleineres camera.size_px.
check-mode = Bilder mit { $width } x { $height } px.
check-mode-other = Bilder mit { $width } x { $height } px, eingestellt sind { $asked_width } x { $asked_height } px.
check-fix-mode = Setze camera.size_px = [{ $width }, { $height }].
check-light = Mittlere Helligkeit { DECIMAL($level, digits: 0) } von 255, { PERCENT($burnt, digits: 1) } überbelichtet.
check-fix-dark = Mach mehr Licht von zwei Seiten. Im Dunkeln werden Marken übersehen.
check-fix-bright = Nimm weniger Licht oder matte Marken: Eine Spiegelung verdeckt die Marken darunter.
check-flicker-measuring = Das Licht wird gemessen.
check-flicker = Die Helligkeit schwankt von Bild zu Bild um { PERCENT($share, digits: 1) }.
check-fix-flicker = Nimm Lampen, die nicht flimmern, oder belichte länger.
# Kästchen: das kleinste Quadrat einer Marke.
check-focus = Marken sind um { DECIMAL($blur) } px unscharf, das ist das { DECIMAL($share, digits: 2) }-Fache eines Kästchens der kleinsten Marke des Spielfelds.
check-fix-focus-lost = Stelle das Objektiv auf das Spielfeld scharf, putze es, und prüfe, ob die Kamera wackelt.
check-fix-focus-soft = Stelle das Objektiv auf das Spielfeld scharf. Marken, die um mehr als ein halbes Kästchen unscharf sind, werden übersehen.

## Objektivdatei

check-fix-lens-mode = Führe „overlook calibrate lens BILD...“ mit Bildern in diesem Modus aus.
check-lens-simulated = Der simulierte Tisch braucht keine Objektivdatei.
check-lens-age = { $file } ist { $days ->
    [one] 1 Tag
   *[other] { $days } Tage
 } alt.
check-fix-lens-old = Führe „overlook verify BILD“ aus, um zu prüfen, ob sie noch stimmt.

## Spielfeld, Kämpfer und Spiele

check-fix-board-hidden = Mach die Marken des Spielfelds frei, und prüfe, ob das ganze Feld im Bild ist.
check-fix-board-lens = Führe „overlook calibrate lens BILD...“ aus.
check-board-tags = { $seen } von { $all } Marken des Spielfelds sind zu sehen, im Mittel { DECIMAL($residual, digits: 2) } px daneben.
check-fix-board-far = Prüfe, ob die Objektivdatei zu dieser Kamera und diesem Modus gehört, oder führe „overlook calibrate lens BILD...“ aus.
check-fix-board-few = Mach mindestens die Hälfte davon frei.
check-operatives-none = Kein Kämpfer ist zu sehen.
check-fix-operatives-none = Stelle die Modelle mit ihren Marken auf den Tisch.
check-operatives = { $count ->
    [one] 1 Kämpfer ist
   *[other] { $count } Kämpfer sind
 } zu sehen. Kleinste Marke: { DECIMAL($px) } px pro Kästchen ({ NAME($smallest) }).
check-operatives-missing = { $count ->
    [one] 1 Kämpfer ist
   *[other] { $count } Kämpfer sind
 } zu sehen. Kleinste Marke: { DECIMAL($px) } px pro Kästchen ({ NAME($smallest) }). Nicht zu sehen: { LIST(NAME($missing)) }.
check-fix-operatives-small = Drucke größere Marken, oder nimm größere Bilder: Mit { $needed } px pro Kästchen wird keine Marke übersehen.
check-fix-tags = Berichtige die genannte Marke, dann prüfe noch einmal.
check-games = { $count ->
    [0] Keine Spiele in { $folder }.
    [one] 1 Spiel in { $folder }, lesbar.
   *[other] { $count } Spiele in { $folder }, alle lesbar.
 }
check-fix-game-damaged = Führe „overlook recover { $game }“ aus.

## Während der Tisch läuft

check-stages = Rechenzeit je Bild: { LIST($stages) }.
check-stage = { $stage } { DECIMAL($ms, digits: 0) } ms
check-stages-none = Noch wurde kein Bild verarbeitet.
check-camera-moved = Die Kamera hat sich bewegt.
check-fix-camera-moved = Halte die Kamera still: Der Tisch misst ihre Position neu.
check-camera-still = Die Kamera hat sich nicht bewegt.

## Ersteinrichtung: Marken im laufenden Bild. Kästchen: das kleinste Quadrat einer Marke

check-tag-size = Ein Kästchen der Marke eines Modells ({ $tag } mm) ist im Bild { DECIMAL($px) } px breit.
check-tag-size-most = Ein Kästchen der Marke eines Modells ({ $tag } mm) ist im Bild höchstens { DECIMAL($px) } px breit, wie hoch die Kamera auch hängt.
check-tag-size-small = { $size } { $sight ->
    [trouble] Das ist klein
   *[lost] Das ist zu klein
 }: Nötig sind mindestens { $needed } px.
check-tag-size-mode = { $size } Diese Kamera schickt { $width } x { $height } px, eingestellt sind { $asked_width } x { $asked_height } px.
check-fix-tags-lower = Hänge die Kamera tiefer.
check-fix-tags-larger = Wähle Bilder mit { $width } x { $height } px.
check-fix-tags-either = Hänge die Kamera tiefer, oder wähle Bilder mit { $width } x { $height } px.
check-fix-tags-camera = Diese Kamera kann solche Marken nicht lesen: Nimm eine mit größeren Bildern.
check-board-tags-size = { $seen } von { $all } Marken des Spielfelds sind zu sehen. { $size }
check-board-tags-none = Noch ist keine der { $all } Marken des Spielfelds zu sehen.
check-fix-board-tags = Lege die gedruckten Marken des Spielfelds an ihre Plätze, und zwar so, dass das ganze Feld im Bild ist.

## Einstellungen und Ersteinrichtung

check-settings-file = Gelesen aus { $file }.
check-settings-none = Keine Datei mit Einstellungen: Der simulierte Tisch läuft.
check-fix-first-run = Öffne die Seite des Tisches. Sie führt durch die Ersteinrichtung.

## TLS-Zertifikat der Seiten

check-certificate-ended = Das Zertifikat ist am { $until } abgelaufen. Browser lehnen es ab.
check-certificate-early = Das Zertifikat gilt erst ab { $since }.
check-certificate-names = Das Zertifikat gilt für { LIST($names) }, aber Telefone werden zu { $name } geschickt.
check-certificate-soon = Das Zertifikat läuft am { $until } ab.
check-certificate-ok = Die Seiten sind verschlüsselt, für { LIST($names) }, bis { $until }.
check-certificate-refused = Das geänderte Zertifikat ist unbrauchbar. { $fault }
check-fix-certificate = Ersetze das Zertifikat.
check-fix-certificate-clock = Prüfe die Uhr dieser Maschine.
check-fix-certificate-name = Trage den Namen in web.names ein.
check-fix-certificate-refused = Ersetze das neue Zertifikat. Das vorige gilt weiter.
