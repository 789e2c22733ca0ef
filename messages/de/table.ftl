### Die Seite des Tisches, und die Seite mit seinem Status

table-views = Ansicht
table-measure = Messen
table-pair = Koppeln
table-operative = Kämpfer
table-pin = PIN { $pin }
table-staff-pin = PIN der Spielleitung
table-scan = QR-Code, der ein Telefon koppelt
table-phone-here = { $name }: gekoppelt
table-phone-missing = { $name }: noch nicht gekoppelt

## Status des Tisches

table-status = Status des Tisches
table-rates = { DECIMAL($fps) } Bilder pro Sekunde, { DECIMAL($late, digits: 0) } ms vom Bild zum Urteil
table-rate = { DECIMAL($fps) } Bilder pro Sekunde
table-no-image = Noch kein Bild von der Kamera
table-certificate = Genauigkeitszertifikat
table-settings = Einstellungen, Sicherung und Bericht
table-dice = Würfelstatistik
table-back = Zurück zum Tisch
