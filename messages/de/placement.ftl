### Wo etwas steht und liegt

## Aussagen

placement-claim-board = Das Spielfeld ist so groß, wie die Mission es braucht
    .fails = Das Spielfeld ist nicht so groß, wie die Mission es braucht
placement-claim-set-up = { NAME($thing) } darf dort aufgestellt werden
    .fails = { NAME($thing) } darf dort nicht aufgestellt werden
placement-claim-as-mission = { NAME($thing) } ist am Platz laut Mission
    .fails = { NAME($thing) } ist nicht am Platz laut Mission

## Bedingungen

placement-board-size = Das Spielfeld ist { $side ->
    [depth] { LENGTH($found, digits: 1) } tief, die Mission braucht { INCHES($wanted) }.
   *[width] { LENGTH($found, digits: 1) } breit, die Mission braucht { INCHES($wanted) }.
 }
placement-on-board = { NAME($thing) } ist innerhalb der Killzone.
    .fails = { NAME($thing) } ragt über den Rand der Killzone.
placement-clear = { NAME($thing) } ist frei von Gelände.
    .fails = { NAME($thing) } steckt in { NAME($part) }.
placement-marker-clear = { NAME($thing) } ist frei von Gelände.
    .fails = { NAME($thing) } steckt in { NAME($part) }: Verschiebe eines davon.
placement-supported = { NAME($thing) } steht { LENGTH($height) } über dem Boden ganz auf festem Grund.
    .fails = { NAME($thing) } steht { LENGTH($height) } über dem Boden nicht ganz auf festem Grund: Ein Teil der Base hängt in der Luft.
placement-present =
    .fails = { NAME($thing) } ist auf dem Spielfeld nicht zu finden.
placement-at-place = { NAME($thing) } ist am richtigen Platz.
    .fails = { NAME($thing) } ist { LENGTH($measured, $required) } vom richtigen Platz entfernt.
placement-off-base = { NAME($thing) } ist neben der Base von { NAME($other) }.
    .fails = { NAME($thing) } ist auf der Base von { NAME($other) }.
placement-on-trait = { NAME($thing) } ist auf Gelände mit der Eigenschaft { $trait }.
    .fails = { NAME($thing) } muss auf Gelände mit der Eigenschaft { $trait } sein, ist aber auf { LIST(NAME($parts)) }.
placement-in-drop-zone = { NAME($thing) } ist ganz in der Absetzzone { $zone }{ $readings ->
    [none] {""}
   *[other] {" "}({ LIST($readings) })
 }.
    .fails = { NAME($thing) } ist nicht ganz in der Absetzzone { $zone }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
     }.
placement-touches-drop-zone = { NAME($thing) } ist in der Absetzzone { $zone }{ $readings ->
    [none] {""}
   *[other] {" "}({ LIST($readings) })
 }.
    .fails = { NAME($thing) } ist nicht in der Absetzzone { $zone }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
     }.

## Ebenen, die nicht zu unterscheiden sind

placement-other-level = { NAME($thing) } steht vielleicht { LIST($each, last: "or") }, als es scheint.
placement-began-on-other-level = { NAME($thing) } begann vielleicht { LIST($each, last: "or") }, als es scheint.
placement-higher = { LENGTH($inches) } höher
placement-lower = { LENGTH($inches) } tiefer
placement-levels = { LIST($each) }
placement-drop-zone-unknown = { NAME($thing) } ist { LENGTH($measured) } vom nächsten Rand entfernt. Die Absetzzone ist nicht bekannt.
    .fails = { NAME($thing) } ist { LENGTH($measured) } vom nächsten Rand entfernt. Die Absetzzone ist nicht bekannt.
