### Marken: Verzeichnisse, und Marken in einem Bild

tag-dictionary-expected = Erwartet: der Name eines Verzeichnisses von OpenCV, etwa DICT_ARUCO_MIP_36h12.
tag-dictionary-unknown = Es gibt kein Verzeichnis von Marken { QUOTE($found) }. Nimm { LIST($known, last: "or") }.
tag-corners-shape = Marke { $tag }: Ecken der Form { $corners } und eine Kovarianz der Form { $covariance } gefunden. Erwartet: (4, 2) und (8, 8).
tag-corners-finite = Marke { $tag }: Die Ecken { $corners } oder ihre Kovarianz enthalten einen Wert, der keine endliche Zahl ist.
tag-rim-shape = Rand einer Base: eine Mitte der Form { $centre } und eine Kovarianz der Form { $covariance } gefunden. Erwartet: (2,) und (2, 2).
tag-rim-finite = Rand einer Base: Die Mitte { $centre } oder ihre Kovarianz enthält einen Wert, der keine endliche Zahl ist.
tag-tolerance-negative = Toleranz { $name }: { $found } gefunden. Erwartet: eine endliche Zahl, mindestens 0.

## Marken, die nicht benutzt werden

tag-copies = Marke { $tag } ist { $copies }-mal im Bild und wird ignoriert. Entferne die Kopien.
tag-board-displaced = { $count ->
    [one] Marke { LIST($tags) } des Spielfelds ist nicht, wo der Katalog sie angibt, und wird ignoriert.
   *[other] Die Marken { LIST($tags) } des Spielfelds sind nicht, wo der Katalog sie angibt, und werden ignoriert.
 }
tag-foreign = { $count ->
    [one] Marke { LIST($tags) } steht nicht im Katalog und wird ignoriert. Trage ein, was sie trägt, oder nimm es vom Tisch.
   *[other] Die Marken { LIST($tags) } stehen nicht im Katalog und werden ignoriert. Trage ein, was sie trägt, oder nimm es vom Tisch.
 }
