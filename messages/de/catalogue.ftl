### Kataloge und Geländesammlungen: welche Dinge welche Marken tragen

## Katalog

catalogue-base-order = Erwartet wird [lang, kurz], der längere Durchmesser zuerst.
catalogue-heights-order = Erwartet wird [unten, oben], wobei „unten“ kleiner ist als „oben“.
# $field und $other sind Pfade wie operatives[0].tags[0].id.
catalogue-tag-twice = { $field }: Marke { $tag } ist schon vergeben, bei { $other }. Verwende jede Markennummer nur einmal.
catalogue-tag-unknown = { $field }: Eine Marke { $tag } gibt es nicht. { $dictionary } hat die Nummern 0 bis { $last }.
catalogue-id-twice = { $field }: Die ID { QUOTE($id) } ist schon vergeben. Verwende jede ID nur einmal.
catalogue-mounts-unreadable = Die gelernten Lagen der Marken können nicht gelesen werden ({ $fault }). Lösche die Datei, dann werden sie neu gelernt.
# Teil von catalogue-mounts-unreadable.
catalogue-mount-not-finite = { $thing } hat einen Wert, der keine endliche Zahl ist

## Geländesammlung

# $fault kommt aus der Geometriebibliothek, auf Englisch: „Self-intersection[5 5]“.
catalogue-part-outline = footprint_mm von Teil { QUOTE($part) } umschließt keine Fläche: { $fault }. Gib die Ecken der Reihe nach an, rund um das Teil.
catalogue-part-heights = z_mm von Teil { QUOTE($part) }: Gefunden wurde [{ $bottom }, { $top }]. Erwartet werden Höhen von 0 bis { $highest }.
catalogue-part-twice = Das Geländestück { QUOTE($piece) } hat zwei Teile mit der ID { QUOTE($part) }. Verwende jede ID in einem Stück nur einmal.
catalogue-piece-twice = Zwei Geländestücke haben die ID { QUOTE($piece) }. Verwende jede ID nur einmal.
catalogue-piece-tag-height = Marke { $tag } auf dem Geländestück { QUOTE($piece) } liegt bei ({ $x }; { $y }) in { MM($found) } Höhe, aber dort ist keine Fläche in dieser Höhe. Flächen gibt es dort bei { LIST($heights, last: "or") } mm.
catalogue-piece-tag-twice = Marke { $tag } ist auf dem Geländestück { QUOTE($piece) } und auch auf { QUOTE($other) }. Verwende jede Markennummer nur einmal.
catalogue-piece-tag-unknown = Marke { $tag } auf dem Geländestück { QUOTE($piece) } gibt es nicht: { $dictionary } hat die Nummern 0 bis { $last }.
catalogue-piece-unknown = { $library } hat kein Geländestück { QUOTE($piece) }. Vorhanden: { LIST($known) }.
catalogue-piece-features = Die Teile des Geländestücks { QUOTE($piece) } gehören zu mehreren Geländeteilen der Regeln: { LIST($features) }. Ein Stück der Sammlung kann nur zu einem gehören.
# $fault ist ein Text.
catalogue-piece-fault = Geländestück { QUOTE($piece) }: { $fault }
