### Die Seite der Maschine: Einstellungen und Strom

## Abschnitte der Einstellungen

machine-section-camera = Kamera
machine-section-game = Spiel
machine-section-web = Seiten
machine-section-panel = Tasten und Lichter
machine-section-voice = Ansage
machine-section-obs = OBS
machine-section-hooks = Webhooks
machine-section-venue = Halle
machine-section-tray = Würfelteller
machine-section-data = Gespeicherte Daten
machine-section-update = Updates
machine-section-log = Log
machine-section-network = Netzwerk

## Warum eine Einstellung auf der Seite nicht zu ändern ist; steht hinter ihrer Beschreibung

machine-locked-file = Sie nennt eine Datei oder einen Ordner: Ändere sie in der Einstellungsdatei.
machine-locked-address = Sie ist die Adresse dieser Seite: Ändere sie in der Einstellungsdatei.
machine-locked-environment = Sie kommt aus der Umgebung, in der das Programm gestartet wurde.
machine-locked-command-line = Sie kommt von der Befehlszeile.
machine-locked-camera = Wähle die Kamera auf der Seite /first. Den simulierten Tisch wählst du in der Einstellungsdatei.
machine-locked-device = Sie nennt ein Gerät oder eine Adresse: Ändere sie in der Einstellungsdatei.
machine-locked-pin = Sie bestimmt, wer keine PIN braucht: Ändere sie in der Einstellungsdatei.
machine-locked-origins = Sie bestimmt, welche anderen Websites den Tisch lesen dürfen: Ändere sie in der Einstellungsdatei.
machine-locked-hooks = Sie bestimmt, wohin Spiele gesendet werden: Ändere sie in der Einstellungsdatei.
machine-locked-signature = Sie signiert, was gesendet wird: Ändere sie in der Einstellungsdatei.
machine-locked-update = Sie bestimmt, wer das Programm ändern darf: Ändere sie in der Einstellungsdatei.
machine-locked-index = Sie bestimmt, woher Versionen kommen: Ändere sie in der Einstellungsdatei.
machine-locked-program = Sie nennt ein Programm, das ausgeführt wird: Ändere sie in der Einstellungsdatei.

## Einstellungen ändern. $setting: Name in der Datei, etwa camera.fps

machine-setting-unknown = Eine Einstellung { QUOTE($setting) } gibt es auf der Seite der Maschine nicht.
# $why: einer der Texte darüber.
machine-setting-locked = { $setting } lässt sich auf der Seite der Maschine nicht ändern. { $why }
machine-setting-dropped = { $setting } wurde auf der Seite der Maschine gesetzt, lässt sich dort aber nicht mehr setzen. Der Wert zählt nicht.
machine-setting-older = { $setting } wurde in der Einstellungsdatei geändert, nachdem es auf der Seite der Maschine gesetzt worden war. Es gilt der Wert der Datei.
machine-secret-dropped = { $setting } gilt nicht: Auf der Seite der Maschine wurde es für eine andere Adresse eingegeben. Gib es dort neu ein.
machine-secret-of-file = { $setting } aus der Einstellungsdatei gilt nicht: Es wurde für eine andere Adresse eingetragen. Gib auf der Seite der Maschine den Wert für die neue Adresse ein.
machine-secrets-erased = Gelöscht, weil sich die Adresse geändert hat: { LIST($settings) }. Gib den Wert für die neue Adresse neu ein.
# $fault ist ein Text.
machine-settings-refused = Die Einstellungen von der Seite der Maschine gelten nicht. { $fault }
machine-settings-unreadable = { $file } kann nicht gelesen werden ({ $reason }). Die Einstellungen von der Seite der Maschine gelten nicht. Nimm sie noch einmal vor.
machine-settings-damaged = { $file } ist beschädigt. Die Einstellungen von der Seite der Maschine gelten nicht. Nimm sie noch einmal vor.
machine-settings-not-written = Die Einstellungen können nicht gespeichert werden ({ $fault }). Nichts wurde geändert.

## Strom

machine-power-service = Das Programm ist ein Dienst und würde sofort wieder gestartet. Fahre stattdessen die Maschine herunter.
machine-power-terminal = Das Programm wurde in einem Terminal gestartet, nichts würde es also wieder starten. Starte es dort neu.
machine-power-not-installed = Dieser Tisch darf die Maschine weder ausschalten noch neu starten. Führe „sudo sh deploy/install.sh“ aus, um es zu erlauben.
machine-power-not-heard = Das System reagiert nicht. Prüfe, ob overlook-power@.path aktiviert ist; „sudo sh deploy/install.sh“ aktiviert es.
machine-system-failed = Das System antwortet nicht ({ $fault }).

## Die Seite

machine-page = Maschine
machine-title = Die Maschine dieses Tisches
machine-owner-only = Diese Seite ist für den Besitzer des Tisches. Öffne sie am Bildschirm des Tisches oder melde dich als Besitzer an.
machine-owner-how = Tisch übernehmen oder als Besitzer zurückkommen
# $program: etwa „overlook 0.2.0“. $system: das Betriebssystem.
machine-about = { $program }, läuft seit { $hours ->
    [0] {""}
   *[other] { $hours } h{" "}
 }{ $minutes } min, erreichbar unter { LIST($addresses) }. { $system }.
machine-reopening = Der Tisch wird neu geöffnet …
machine-to-update = Andere Version des Programms installieren oder zur früheren zurückkehren

## Die Seite: Sicherung und Bericht

machine-keep = Sicherung und Bericht
machine-backup = Sicherung erstellen
machine-backup-download = { $file } herunterladen
machine-backup-secret = Sie enthält Passwörter und den Schlüssel des Tisches. Bewahre sie auf, wo sie sonst niemand lesen kann.
machine-report = Bericht herunterladen
machine-report-about = Er beschreibt diese Maschine und enthält ihre letzten Logzeilen, für jemanden, der einen Fehler sucht. Passwörter enthält er nicht.
machine-reopen = Tisch neu öffnen
machine-reopen-about = Sucht noch einmal nach Geräten. Ein Spiel geht weiter, wo es ist; die Vorführung beginnt von vorn.
machine-restore = Sicherung wiederherstellen
machine-restore-about = Die Sicherung wird geprüft und gezeigt, bevor sich etwas ändert.
machine-log = Letzte Logzeilen
machine-log-none = Es gibt keine.

## Die Seite: Einstellungen

machine-settings = Einstellungen
machine-apply = Übernehmen
machine-changes = { $count ->
    [one] Eine Einstellung
   *[other] { $count } Einstellungen
 } geändert. { $count ->
    [one] Damit sie gilt
   *[other] Damit sie gelten
 }, öffnet sich der Tisch neu.
# In einem leeren Feld mit Namen und dem, was jeder bedeutet.
machine-names-example = Name = Bedeutung
# Anstelle eines Passworts: ob es eines gibt.
machine-secret-set = gesetzt
machine-secret-none = nicht gesetzt
machine-file-value = Auf dieser Seite gesetzt. In der Einstellungsdatei: { $value }
# Als $value darüber.
machine-value-none = nichts
machine-use-file = Wert der Datei nehmen

## Die Seite: beenden und herunterfahren

machine-end = Beenden und herunterfahren
machine-end-name = { $end ->
    [stop] Programm beenden
    [restart] Programm neu starten
    [reboot] Maschine neu starten
   *[shut_down] Maschine herunterfahren
 }
machine-end-sure = { $end ->
    [stop] Ja, Programm beenden
    [restart] Ja, Programm neu starten
    [reboot] Ja, Maschine neu starten
   *[shut_down] Ja, Maschine herunterfahren
 }
machine-end-effect = { $end ->
    [stop] Danach geht nichts mehr, bis jemand das Programm an der Maschine startet.
    [restart] Der Tisch ist einige Sekunden weg und kommt von selbst wieder.
    [reboot] Der Tisch ist ein bis zwei Minuten weg und kommt von selbst wieder.
   *[shut_down] Warte, bis das Licht der Maschine aus bleibt, bevor du den Stecker ziehst. Zum Einschalten drücke ihre Taste oder stecke sie wieder ein.
 }{ $playing ->
    [yes] {" "}Die Schlacht geht dann dort weiter, wo sie war.
   *[no] {""}
 }
machine-end-begun = { $end ->
    [stop] Wird beendet …
    [shut_down] Fährt herunter …
   *[other] Startet neu …
 }
machine-no = Nein
