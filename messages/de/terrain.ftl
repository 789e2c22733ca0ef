### Der Aufbau: Geländestücke

terrain-lead = Stelle ein Geländestück hin und tippe es im Bild an. Klebe vorher eine oder zwei Marken oben darauf: An ihnen erkennt der Tisch von da an seinen Platz.
terrain-touch = Tippe im Bild auf ein Stück
terrain-looking = Suche die Kanten …
terrain-correct = Gib die Höhe der Oberseite ein, dann berichtige die Ecken
terrain-drag = Zieh die Ecken auf den Rand der Oberseite.
terrain-piece = Stück { $number }
terrain-top = Höhe, Zoll
terrain-traits = Eigenschaften
terrain-vantage = Aussichtspunkt: Modelle können darauf stehen
terrain-corner-add = Ecke hinzufügen
terrain-corner-remove = Ecke entfernen
terrain-keep = Dieses Stück speichern
terrain-facts = { INCHES($top) } hoch · { $parts ->
    [one] 1 Teil
   *[other] { $parts } Teile
 } · { $tags ->
    [none] keine Marke
   *[other] Marken { COMMAS($tags) }
 } · { $seen ->
    [yes] zu sehen
   *[no] nicht zu sehen
 }

## Tasten eines Stücks; die zweite jedes Paars ist für Vorleseprogramme

terrain-parts = Teile
terrain-parts-of = Teile von { $piece }
terrain-outline = Umriss
terrain-outline-of = Umriss von { $piece }
terrain-turn = Umdrehen
terrain-turn-piece = { $piece } umdrehen
terrain-store = In unsere Sammlung
terrain-store-piece = { $piece } in unsere Sammlung aufnehmen
terrain-forget = Vergessen
terrain-forget-piece = { $piece } vergessen

## Sammlungen

terrain-library = Ein Stück aus einer Sammlung nehmen
terrain-library-file = Datei einer Sammlung laden
terrain-library-tags = Ihre Marken drucken
terrain-take = { $piece } nehmen
terrain-shelved = { INCHES($top) } hoch · { $tags ->
    [none] keine Marken
   *[other] Marken { COMMAS($tags) }
 }

## Teile eines Stücks

terrain-above = { $piece } von oben
terrain-add = Dazu …
terrain-part-add = Teil hinzufügen
terrain-part = Teil
terrain-role = Art
# Ein Teil, das keine Wand, Tür, Luke, kein Fenster und kein Boden ist.
terrain-solid = massiv
terrain-bottom = Unterkante, Zoll
terrain-vantage-floor = Boden als Aussichtspunkt
terrain-see-through = Durchsichtig
terrain-part-remove = Dieses Teil entfernen
terrain-parts-keep = Diese Teile speichern
terrain-part-corner = Ecke { $corner } von { $part }
