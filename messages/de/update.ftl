### Updates auf der Seite der Maschine: Versionen des Programms

## Warum es keine Updates gibt

update-switched-off = Updates auf dieser Seite sind abgeschaltet (update.from_page in der Einstellungsdatei).
update-not-installed = Nur ein Tisch, den install.sh installiert hat, lässt sich auf dieser Seite aktualisieren. Aktualisiere diesen so, wie du ihn installiert hast.
update-no-right = Updates auf dieser Seite sind nicht eingerichtet. Führe einmal „sudo sh deploy/install.sh“ dieser Version aus.
update-no-index = Es ist kein Paketverzeichnis genannt. Setze update.index in der Einstellungsdatei oder lade eine Datei hoch.
update-not-heard = Das System reagiert nicht. Prüfe, ob overlook-update.path aktiviert ist; „sudo sh deploy/install.sh“ aktiviert es.
update-running = Eine Version wird schon vorbereitet oder installiert. Warte, bis das Ergebnis da ist.
update-not-ready = Keine Version steht zum Installieren bereit. Wähle zuerst eine Datei.
update-nothing-before = Es gibt keine frühere Version, zu der man zurückkehren könnte.
update-not-recorded = In { $folder } kann nicht geschrieben werden ({ $fault }). Ein Update ließe sich deshalb nicht bestätigen und würde zurückgenommen. Prüfe den Speicher und die Zugriffsrechte des Ordners.
update-handed-over = { $version } ist an das System übergeben.

## Aus dem Paketverzeichnis holen

update-fetching = Die neueste Version wird geholt.
# Name der Datei, während sie geholt wird.
update-newest = neueste Version
update-fetch-running = Eine Version wird schon geholt. Warte einen Moment.
update-fetch-slow = Nichts wurde geholt und nichts geändert: Das Paketverzeichnis brauchte länger als { $seconds } s.
update-fetch-failed = Nichts wurde geholt und nichts geändert ({ $fault }).
update-fetch-silent = Nichts wurde geholt und nichts geändert. pip hat keinen Grund genannt.
update-fetch-large = Nichts wurde geändert: { $file } hat { DECIMAL($megabytes, digits: 0) } MB, mehr als jede Version.

## Warum eine Datei sich nicht installieren lässt; steht hinter „Abgelehnt; nichts wurde geändert.“

# $names: Formen von Dateinamen.
update-file-foreign = Sie ist keine Version von Overlook. Erwartet wird eine Datei der Form { LIST($names, last: "or") }.
update-file-unreadable = Sie ist beschädigt oder keine Version von Overlook. Erwartet wird eine Datei der Form { LIST($names, last: "or") }.
update-file-large = Sie enthält mehr als jede Version.
update-path-twice = Sie enthält eine Datei zweimal.
update-path-foreign = Sie enthält { $path }, und das gibt es in keiner Version.
update-path-missing = Es fehlt { $path }: Sie wurde nicht als Version gebaut.
update-path-changed = { $path } hat sich geändert, seit die Version gebaut wurde. Lade die Datei noch einmal hoch.
update-list-missing = Sie hat keine Liste ihrer Dateien.
update-list-differs = Ihre Liste der Dateien passt nicht zum Inhalt.
update-version-unknown = { QUOTE($version) } ist keine Version. Erwartet werden am Anfang Ziffern, zum Beispiel 0.3.0.
update-older = Sie hat Version { $version } und ist älter als die laufende Version { $program }. Die jetzigen Spiele lassen sich darin vielleicht nicht öffnen.
update-scripts-old = Die Update-Skripte dieser Maschine kennen den Namen { $file } nicht. Führe einmal „sudo sh /opt/overlook/current/deploy/install.sh --units“ aus oder lade die Datei hoch, deren Name mit overlook- beginnt.

## Die Seite. $plays: die laufende Version

update-page = Versionen
update-title = Version des Programms
update-plays = Overlook { $version } läuft.
update-starting = Der Tisch startet …
update-another = Andere Version
update-another-about = Die Datei wird geprüft, und ihre Änderungen werden gezeigt, bevor sich auf dieser Maschine etwas ändert. Zuerst werden die Spiele gesichert. Die neue Version wird neben der laufenden installiert. Startet sie nicht, kehrt der Tisch von selbst zur früheren zurück.
update-before = Frühere Version
update-choose = Datei einer Version wählen
update-file = Datei einer Version
update-fetch = Neueste Version holen
# $come und $size: Megabyte.
update-coming = { $file }: { $come } von { $size } MB
update-found = { $file } ist unbeschädigt. Die Datei enthält Version { $version }; es läuft { $plays }.
update-changes-none = Ihre Liste der Änderungen ist leer.
update-take = { $version } installieren
update-take-sure = Ja, { $version } installieren
update-take-effect = Die Spiele werden gesichert. Dann wird { $version } neben { $plays } installiert, das dauert einige Minuten. Danach ist der Tisch einige Sekunden weg.{ $playing ->
    [yes] {" "}Die Schlacht geht dann dort weiter, wo sie war.
   *[no] {""}
 }
update-at-work = Ein Update läuft. Das Ergebnis erscheint hier.
update-back = Zurück zu { $version }
update-back-sure = Ja, zurück zu { $version }
update-back-effect = Spiele und Einstellungen bleiben, wie sie sind. Spiele, die { $plays } geschrieben hat, lassen sich in { $before } vielleicht nicht alle öffnen. Der Tisch ist einige Sekunden weg.
