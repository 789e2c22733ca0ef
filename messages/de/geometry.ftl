### Formen, Orte und Wege, die es nicht geben kann, in Zoll

## Bases

geometry-base-finite = Die Base ist { $long } x { $short } Zoll groß. Erwartet werden endliche Durchmesser.
geometry-base-size = Die Base ist { $long } x { $short } Zoll groß. Erwartet wird [lang, kurz] mit 0 < kurz ≤ lang < 20.
geometry-base-place = Die Base steht bei ({ $x }; { $y }; { $z }), um { $degrees }° gedreht. Erwartet werden endliche Zahlen.
geometry-base-wide = Die Base ist mit ihrer Drehung { LENGTH($width, digits: 3) } x { LENGTH($depth, digits: 3) } groß und damit größer als das Spielfeld von { LENGTH($board_width, digits: 0) } x { LENGTH($board_depth, digits: 0) }.
geometry-head-height = Der Kopf ist { $head } Zoll über der Base. Erwartet wird eine endliche Höhe über 0.

## Dinge auf dem Tisch

geometry-placement-finite = { NAME($thing) } steht bei ({ $x }; { $y }; { $z }), um { $degrees }° gedreht. Erwartet werden endliche Zahlen.
geometry-covariance-shape = { NAME($thing) }: Gefunden wurde die Kovarianz { $covariance }. Erwartet werden 4 x 4 endliche Zahlen.
geometry-covariance-invalid = { NAME($thing) }: Die Kovarianz { $covariance } ist nicht symmetrisch, oder eine Varianz liegt unter 0.
geometry-board-size = Das Spielfeld ist { $width } x { $depth } Zoll groß. Erwartet werden zwei Längen über 0.
geometry-operative-head = { NAME($operative) }: Der Kopf ist { $head } Zoll über der Base. Erwartet werden mehr als 0 und weniger als 20.
geometry-operative-head-sigma = { NAME($operative) }: Die Höhe des Kopfes hat eine Standardabweichung von { $sigma } Zoll. Erwartet wird 0 oder mehr.
geometry-marker-diameter = Der Durchmesser von Marker { NAME($marker) } ist { $diameter } Zoll. Erwartet werden mehr als 0 und weniger als 20.
geometry-id-mismatch = { $kind ->
    [operative] Kämpfer
   *[marker] Marker
 } { $thing } ist unter der ID { $key } gespeichert. Nötig ist die eigene ID.
geometry-part-twice = Zwei Geländeteile haben die ID { $part }. Verwende jede ID nur einmal.
geometry-operative-unknown = Auf dem Tisch gibt es keinen Kämpfer { QUOTE($operative) }. { $known ->
    [0] Es gibt gar keine.
   *[other] Vorhanden: { LIST($operatives) }.
 }

## Gelände und Flächen

geometry-part-finite = Geländeteil { $part }: Die Ecken { $corners } enthalten einen Wert, der keine endliche Zahl ist.
geometry-part-corners = Geländeteil { $part }: Gefunden wurden die Ecken { $corners }. Erwartet werden mindestens drei verschiedene.
# $fault kommt aus der Geometriebibliothek, auf Englisch: „Self-intersection[5 5]“.
geometry-part-polygon = Geländeteil { $part }: Der Umriss umschließt keine Fläche ({ $fault }).
geometry-part-heights = Geländeteil { $part }: Gefunden wurden die Höhen [{ $bottom }, { $top }]. Erwartet wird die untere unter der oberen, in Zoll.
geometry-area-corners = Gefunden wurde die Fläche { $corners }. Erwartet werden drei oder mehr Ecken (x, y) mit endlichen Zahlen.
# $fault kommt aus der Geometriebibliothek, auf Englisch.
geometry-area-polygon = Die Fläche { $corners } umschließt nichts ({ $fault }).

## Wege

geometry-path-point = Der Weg { $path } hat den Punkt { $point }. Erwartet werden drei endliche Zahlen (x, y, z) in Zoll.
geometry-path-short = Der Weg { $path } hat weniger als zwei Punkte. Erwartet wird, wo die Base war und wo sie ist.
geometry-path-zero = Der Weg { $path } hat keine Länge. Lass die Bewegung weg.
geometry-path-low = Der Weg { $path } führt hinab bis { $lowest } Zoll. Der Boden der Killzone liegt bei 0.
geometry-path-stranger = { $kind ->
    [part] Geländeteil
   *[operative] Kämpfer
 } { $thing } wird genannt, ist aber nicht angegeben. { $known ->
    [0] Angegeben ist nichts.
   *[other] Angegeben: { LIST($given) }.
 }
# $obstacle ist ein Geländeteil, ein Kämpfer oder der Rand des Spielfelds.
geometry-start-blocked = Die Bewegung beginnt bei ({ $x }; { $y }; { $z }), aber dort ist kein Platz für die Base. Im Weg: { NAME($obstacle) }.

## Grenzen und Wahrscheinlichkeiten

# $causes: woher die Unsicherheit kommt.
geometry-margin-nan = Ein Abstand zur Grenze ist keine Zahl. Woher seine Unsicherheit kommt: { LIST($causes) }.
geometry-sigma-nan = Die Unsicherheit eines Abstands zur Grenze von { $margin } Zoll ist keine Zahl. Ihre Empfindlichkeit ist { $pull }.
geometry-probability = Gefunden wurde die Wahrscheinlichkeit { $found }. Erwartet wird 0 bis 1.
