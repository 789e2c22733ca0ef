### Dateien: nicht lesbar, beschädigt oder mit einem falschen Feld

## Ganze Dateien

# $fault ist einer der Texte darunter oder aus einem anderen Bereich: „rig.json: camera.size_px fehlt.“
file-fault = { $file }: { $fault }
# $reason kommt vom Betriebssystem, auf Englisch: „No such file or directory“. $kind ist eines von file-kind-...
file-unreadable = { $file } kann nicht gelesen werden: { $reason }. Erwartet wird { $kind }.
file-too-long = { $file } hat { $found } Bytes, gelesen werden höchstens { $most }. Erwartet wird { $kind }.
# $fault kommt vom JSON-Leser, auf Englisch.
file-not-json = { $file } ist kein gültiges JSON: { $fault }. Erwartet wird { $kind }.
# $fault kommt vom TOML-Leser, auf Englisch.
file-not-toml = { $file } ist kein gültiges TOML: { $fault }. Erwartet wird { $kind }.
# Teil von file-not-json. $found ist NaN oder Infinity.
file-json-constant = { $found } ist in JSON keine Zahl
file-nested-deeply = { $file }: Listen und Objekte sind zu tief verschachtelt. Erwartet wird { $kind }.
# Die Prüfsumme (digest) schreibt Overlook in seine Dateien.
file-changed = Der Inhalt passt nicht zur Prüfsumme (digest) der Datei. Hast du die Datei mit Absicht geändert, lösche die Zeile digest; sonst stelle die Datei aus einer Sicherung wieder her.
# In der ersten Zeile einer TOML-Datei, hinter ihrer Prüfsumme. Keine Zeilenumbrüche.
file-digest-note = Von Overlook geschrieben. Um diese Datei von Hand zu ändern, lösche diese Zeile.

## Arten von Dateien; Teile der Texte darüber

file-kind-catalogue = ein Katalog in JSON
file-kind-library = eine Geländesammlung in TOML
file-kind-rig = ein Aufbau der Kamera (rig) in JSON
file-kind-target = ein Kalibriermuster in JSON
file-kind-tray = ein kalibrierter Würfelteller in JSON
file-kind-rolls = Beispielwürfel in JSON

## Felder

# $field ist ein Pfad wie operatives[0].base_mm.
file-field-missing = { $field } fehlt.
# $expected kommt vom Leser des Schemas, auf Englisch: „Input should be greater than 0“.
file-field-found = { $field }: Gefunden wurde { $found }. { $expected }.
# $fault ist ein Text.
file-field-refused = { $field }: Gefunden wurde { $found }. { $fault }
file-content-found = Gefunden wurde { $found }. { $expected }.
