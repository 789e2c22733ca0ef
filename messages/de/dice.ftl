### Würfel im Bild lesen: warum ein Wurf nicht angenommen wird

## Das ganze Bild

dice-none = Keine Würfel zu sehen. Wirf noch einmal, oder gib den Wurf von Hand ein.
dice-hand = Eine Hand oder etwas Großes ist im Würfelteller. Nimm es heraus.
# $x, $y: Pixel im Bild des Würfeltellers.
dice-object = Etwas bei { $x } / { $y } im Bild des Würfeltellers ist nicht als Würfel zu lesen. Nimm es heraus, oder rücke die Würfel auseinander.
dice-unsteady = Die Würfel liegen still, werden aber jedes Mal anders gelesen. Gib ein, was sie zeigen.
dice-cut-off = Einige Würfel liegen vielleicht zum Teil außerhalb des Bilds. Schiebe sie hinein, oder gib ein, wie viele geworfen wurden.

## Die Zahl der Würfel

dice-too-many = { $seen } Würfel zu sehen, höchstens { $most } sind auf einmal lesbar. Wirf weniger, oder gib den Wurf von Hand ein.
dice-extra = { $seen } Würfel zu sehen, { $thrown } geworfen. Nimm die übrigen heraus, oder gib den Wurf von Hand ein.
dice-fewer = { $seen } Würfel zu sehen, { $thrown } geworfen. Rücke Würfel auseinander, die sich berühren, oder gib den Wurf von Hand ein.
dice-perhaps-more = { $read } Würfel gelesen, vielleicht { $perhaps ->
    [one] ist ein weiteres Ding ein Würfel
   *[other] sind { $perhaps } weitere Dinge Würfel
 }. Gib ein, wie viele geworfen wurden.
dice-perhaps-another = { $read } Würfel gelesen, vielleicht ist noch etwas anderes ein Würfel. Gib ein, wie viele geworfen wurden.

## Einige der Würfel; die Seite markiert sie

dice-cocked = { $cocked } von { $dice } Würfeln liegen schräg. Wirf diese noch einmal, oder gib ein, was sie zeigen.
dice-doubtful = { $doubtful } von { $dice } Würfeln unsicher. Gib ein, was die markierten zeigen.
dice-uncertain = { $doubtful } von { $dice } Würfeln nicht sicher genug gelesen. Gib ein, was die markierten zeigen.
dice-uncertain-make = { $doubtful } von { $dice } Würfeln nicht sicher genug gelesen: Würfel dieser Machart sind neu hier. Gib ein, was die markierten zeigen.
dice-other-size = { $unlike } von { $dice } Würfeln sind anders groß als der Rest. Gib ein, was die markierten zeigen.
dice-not-given-size = { $unlike } von { $dice } Würfeln sehen größer oder kleiner aus als die { DECIMAL($edge, digits: 0) } px, die du angegeben hast. Gib ein, was die markierten zeigen.
dice-pips-differ = { $differ } von { $dice } Würfeln: Die Zahl der Augen passt nicht zum gelesenen Wert. Gib ein, was die markierten zeigen.
dice-on-card = { $pictured } von { $dice } Würfeln sind vielleicht auf eine Karte gedruckt oder auf einem Bildschirm. Gib ein, wie viele geworfen wurden.
dice-owner = { $unowned } von { $dice } Würfeln: Die Farbe verrät nicht, wem sie gehören. Gib ein, wem die markierten gehören.
