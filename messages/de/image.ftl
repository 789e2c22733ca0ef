### Bilder: nicht lesbare Dateien, Bilder einer falschen Art, und die Güte eines Bildes

## Bilddateien

# $fault ist einer der Teile darunter.
image-unreadable = { $file } kann nicht als Bild gelesen werden: { $fault }. Nimm es neu auf oder wandle es in JPEG oder PNG um.
image-file-large = { $file } ist größer als { $most } MB. Verkleinere das Bild.
image-pixels = { $file }: Das Bild hat { $width } x { $height } px, gelesen werden höchstens { $most } Megapixel. Nimm es in einem kleineren Kameramodus auf oder verkleinere es.
image-side = { $file }: Das Bild hat { $width } x { $height } px, jede Seite darf höchstens { $most } px haben.
image-animated = { $file } ist eine Animation. Gib ein einzelnes Bild an.

## Teile von image-unreadable

image-format = Das Format ist nicht JPEG, PNG, BMP, TIFF oder WebP
image-cut-off = Die Datei ist abgeschnitten
image-damaged = Die Daten sind beschädigt
image-empty = Die Größe ist { $width } x { $height } px
image-header-missing = Der Kopf der Datei fehlt
image-size-missing = Die Größe fehlt
image-chunk-unknown = Der erste Abschnitt ist unbekannt
image-many-chunks = Die Datei hat mehr als { $most } Abschnitte
image-many-segments = Die Datei hat mehr als { $most } Segmente
image-marker-missing = Ein Segment beginnt nicht mit seinem Kennzeichen
image-components = Ein Pixel hat { $found } Farbanteile (höchstens { $most })
image-samples = Ein Pixel hat { $samples } Werte von { $bits } Bit (höchstens { $most_samples } von { $most_bits })
image-directory-large = Der TIFF-Kopf hat { $found } Felder (höchstens { $most })
image-directory-type = Eine Zahl im TIFF-Kopf hat einen unbekannten Typ

## Einzelne Bilder der Kamera

image-type = Kamera { $camera }: Gefunden wurde ein Bild vom Typ { $type } und der Form { $shape }. Erwartet wird 8-Bit-Grau oder BGR.
image-time-zone = Kamera { $camera }: Die Aufnahmezeit { $time } hat keine Zeitzone.
image-size = Gefunden wurde ein Bild von { $width } x { $height } px vom Typ { $type }. Erwartet werden { $expected_width } x { $expected_height } px vom Typ uint8.
image-response = Die Kennlinie hat { $levels } Stufen, von { $first } bis { $last }. Erwartet werden 256 Stufen, die nie fallen und nicht alle gleich sind.

## Güte, soweit sie die Marken betrifft

image-blurred-motion = Das Bild ist um { DECIMAL($blur, digits: 0) } px in eine Richtung verwischt: Kamera oder Tisch bewegt sich. Halte sie ruhig, oder mach mehr Licht und belichte kürzer. Bis dahin können kleine Marken fehlen.
image-blurred = Das Bild ist unscharf (Kanten sind { DECIMAL($blur, digits: 0) } px breit). Stelle das Objektiv neu scharf oder putze es. Bis dahin können kleine Marken fehlen.
image-overexposed = { PERCENT($share) } der Markenfläche sind überbelichtet. Belichte kürzer oder drehe die Lampe weg. Bis dahin können kleine Marken fehlen.
image-dark = Das Bild ist dunkel: Sein Kontrast beträgt { PERCENT($contrast, digits: 1) } des möglichen. Mach mehr Licht oder belichte länger. Bis dahin können kleine Marken fehlen.
image-shadows = Über { $shaded } von { $tags } Marken verlaufen die Kanten harter Schatten. Ziehe einen Vorhang zu oder mach das Lampenlicht weicher. Bis dahin können kleine Marken fehlen.
