### Bögen zum Drucken

## Titel, am Fuß jeder Seite und in den Eigenschaften der Datei

sheet-title-board = Overlook: Spielfeld
sheet-title-tags = Overlook: Marken
sheet-title-tray = Overlook: Würfelteller
sheet-title-verify = Overlook: Prüfplatte
sheet-title-starter-kit = Overlook: Starter-Kit
sheet-title-charuco = Overlook: ChArUco, { $columns } x { $rows } Felder von { $square } mm, Marken { $marker } mm, { $dictionary }

## Auf die Bögen gedruckt

# $title ist einer der Titel. Darunter ist ein Lineal.
sheet-foot = { $title } - { $paper } - mit 100 % drucken, ohne Skalierung: Diese Linie muss { MM($ruler, digits: 0) } messen
# An einer Marke des Spielfelds: ihre Mitte, in Millimetern von der Ecke vorn links.
sheet-board-tag = #{ $tag }: Mitte { $x }; { $y } mm
sheet-board-tag-turned = #{ $tag }: Mitte { $x }; { $y } mm, gedreht { $degrees } Grad
# Am unteren Rand einer Marke des Spielfelds.
sheet-board-edge = diese Kante zum vorderen Rand des Spielfelds
sheet-verify-plate = flach auf etwas Steifes kleben, an mehreren Stellen auf die Killzone legen
# Unter einer Lasche: wohin die Vorderseite der Base zeigt.
sheet-front-right = vorn ist rechts
sheet-front-angle = vorn ist bei { $degrees } Grad

## Anleitung auf der ersten Seite des Starter-Kits

sheet-kit-print = 1. Mit 100 % auf mattes Papier drucken. Die Linie am Fuß jeder Seite muss 100 mm messen.
sheet-kit-board = 2. Die { $tags } Marken des Spielfelds ausschneiden. Jede mit der Mitte an die Stelle kleben, die auf ihrer Karte steht.
# $tabs: die Teile darunter.
sheet-kit-tabs = 3. Laschen: { LIST($tabs) }. Scheibe und Lasche in einem Stück ausschneiden. Die Base auf die Scheibe stellen; die Marke liegt daneben.
sheet-kit-tab = { $count } für { $base } mm
sheet-kit-plates = 4. { $plates } Geländeplatten: flach oben auf jedes Stück eine kleben. Von oben muss sie ganz zu sehen sein.
sheet-kit-markers = 5. { $markers } Marker: jeden auf eine Scheibe von 40 mm kleben.
sheet-kit-margin = 6. Um jede Marke einen weißen Rand lassen. Keinen Klebefilm über Marken kleben, er spiegelt.
sheet-kit-centred = 7. Zwei fertige Laschen nachmessen: Ist die Base höchstens { MM($most) } von der Mitte ihrer Scheibe weg? Eine Kamera sieht das nicht.

## Bögen, die sich nicht drucken lassen

sheet-paper-unknown = Ein Papier { QUOTE($paper) } gibt es nicht. Möglich ist { LIST($known, last: "or") }.
sheet-card-large = { $title }: Ein Teil von { $width } x { $height } mm passt nicht auf { $paper }. Platz ist für { $free_width } x { $free_height } mm. Drucke es kleiner oder in Teilen.
sheet-empty = { $title }: nichts zu drucken, denn der Katalog hat keine solchen Marken.
