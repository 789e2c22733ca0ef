### Bewegungen

## Aussagen

move-claim-may-move = { NAME($operative) } darf sich so bewegen ({ $action })
    .fails = { NAME($operative) } darf sich nicht so bewegen ({ $action })

## Was auf dem Weg liegt

move-clear-of = Die Base kommt an { NAME($thing) } vorbei.
    .fails = Die Base stößt gegen { NAME($thing) }.
move-clear-of-edge = Die Base bleibt innerhalb der Killzone.
    .fails = Die Base ragt über den Rand der Killzone.
move-stays-level =
    .fails = Mit { $action } geht kein Klettern, Hinabsteigen oder Springen.
move-may-climb =
    .fails = Der Weg führt { LENGTH($inches) } hinauf. Mit { $action } geht kein Klettern.
move-terrain-to-climb = Gelände zum Klettern ist { LENGTH($measured) } entfernt.
    .fails = Gelände zum Klettern muss innerhalb von { INCHES($required) } sein, das nächste ist { LENGTH($measured, $required) } entfernt.
move-climb-height = Der Weg führt { LENGTH($measured) } hinauf.
    .fails = Der Weg führt { LENGTH($measured, $required) } hinauf, höchstens { INCHES($required) } sind erlaubt.
move-jump-height = Der Sprung geht { LENGTH($measured) } hinauf oder hinab.
    .fails = Der Sprung geht { LENGTH($measured, $required) } hinauf oder hinab, höchstens { INCHES($required) } sind erlaubt.
move-jump-gap = Die Lücke für den Sprung ist { LENGTH($measured) } breit.
    .fails = Die Lücke für den Sprung ist { LENGTH($measured, $required) } breit, höchstens { INCHES($required) } sind erlaubt.
move-drop-height = Der Weg führt { LENGTH($measured) } hinab.
    .fails = Der Weg führt { LENGTH($measured, $required) } hinab, höchstens { INCHES($required) } sind erlaubt.
move-drop-near-edge = Der Weg führt im Abstand von { LENGTH($measured) } zum Rand des Geländes hinab.
    .fails = Der Weg führt im Abstand von { LENGTH($measured, $required) } zum Rand des Geländes hinab, höchstens { INCHES($required) } sind erlaubt.
move-over-nothing =
    .fails = Ein Teil des Wegs führt durch die Luft: Dort muss der Kämpfer klettern, hinabsteigen oder springen.
move-stays-outside = Der Weg bleibt außerhalb der { $range } von { NAME($enemy) }.
    .fails = Der Weg führt in die { $range } von { NAME($enemy) }. Das ist bei dieser Bewegung nicht erlaubt.
move-stays-with = Der Weg verlässt die { $range } von { NAME($enemy) } nicht.
    .fails = Der Weg verlässt die { $range } von { NAME($enemy) } wieder.
move-ends-with = Der Weg endet in der { $range } von { NAME($enemy) } oder führt nie hinein.
    .fails = Der Weg führt in die { $range } von { NAME($enemy) }, endet aber nicht darin.

## Wo ein Weg endet

move-ends-within = Die Bewegung endet in der { $range } eines Gegners, wie sie muss.
    .fails = Die Bewegung muss in der { $range } eines Gegners enden.
move-ends-outside = Die Bewegung endet außerhalb der { $range } von { NAME($enemy) }.
    .fails = Die Bewegung endet in der { $range } von { NAME($enemy) }. Das ist nicht erlaubt.
move-ends-off-base = Die Bewegung endet nicht auf der Base von { NAME($thing) }.
    .fails = Die Bewegung endet auf der Base von { NAME($thing) }.
move-supported-at-end = Am Ende der Bewegung steht die Base ganz auf festem Grund.
    .fails = Am Ende der Bewegung steht die Base nicht ganz auf festem Grund.
move-ends-on-trait =
    .fails = Die Bewegung endet auf { NAME($part) }. Dieses Gelände hat nicht die Eigenschaft { $trait }.
move-ends-beside = Die Bewegung endet nicht auf { NAME($part) }.
    .fails = Die Bewegung endet auf { NAME($part) }.

## Kosten

move-price = { $action } kostet { COST($cost) } von { COST($of) }{ $searched ->
    [yes] , auf dem günstigsten gefundenen Weg
   *[no] {""}
 }.
move-price-counted = { $action }: { LIST($lengths) }{ $rounded ->
    [yes] , zählt als { COST($cost) }
   *[no] {""}
 } von { INCHES($of) }{ $searched ->
    [yes] , auf dem günstigsten gefundenen Weg
   *[no] {""}
 }. Noch { INCHES($left) } übrig.
    .fails = { $action }: { LIST($lengths) }{ $rounded ->
        [yes] , zählt als { COST($cost) }
       *[no] {""}
     }{ $searched ->
        [yes] , auf dem günstigsten gefundenen Weg
       *[no] {""}
     }. Höchstens { INCHES($of) }: Stelle das Modell um mindestens { INCHES($over) } zurück.
move-length = { LENGTH($length, $near) }
move-length-climb = { LENGTH($length, $near) } hinauf
move-length-drop = { LENGTH($length, $near) } hinab
move-length-extra = { INCHES($length) } Zuschlag für Gelände

## Eine Bewegung während des Ziehens

move-now = { NAME($operative) }: { LENGTH($length, $near) } in gerader Linie{ $rounded ->
    [yes] , zählt als { COST($cost) }
   *[no] {""}
 }.
move-now-each = { COMMAS($moves) }
move-now-left = { $action }: noch { INCHES($left) } von { INCHES($of) }
move-now-over = { $action }: { INCHES($over) } über { INCHES($of) }
move-now-hidden = { NAME($operative) }: { $state ->
    [lifted] hochgehoben
    [gone] nicht zu sehen
    [declared] von Hand gesetzt
   *[covered] bedeckt
 }. Die Entfernung wird gemessen, sobald die Marke zu sehen ist.

## Klettern in zwei Teilen

move-may-finish-climb = { $action } darf ein Klettern beenden.
    .fails = { $action } darf kein Klettern beenden.
move-climb-divided = { $action } endet mitten im Klettern, und { $then } kann es beenden.
    .fails = { $action } endet nicht mitten in einem Klettern, das { $then } beenden kann.

## Fehler in der Eingabe

move-unknown = Es gibt keine Bewegung { QUOTE($action) }. Möglich: { LIST($known) }.
move-leg-length = Ein Abschnitt der Bewegung ist { $found } lang. Erwartet: mindestens 0.
move-path-short = Der Weg von { NAME($operative) } ist { $found }. Erwartet: mindestens zwei Positionen.

## Sprünge

move-claim-jump = Der Sprung ist erlaubt
    .fails = Der Sprung ist nicht erlaubt
move-jump-may-climb = Mit dieser Aktion darf man auf der anderen Seite hinaufklettern.
    .fails = Mit dieser Aktion darf man auf der anderen Seite nicht hinaufklettern.

## Bewegungen, bei denen ein Kämpfer an seinem Platz bleibt

move-claim-ends = { NAME($operative) } darf dort stehen bleiben ({ $action })
    .fails = { NAME($operative) } darf dort nicht stehen bleiben ({ $action })
move-stayed-apart =
    .fails = { NAME($operative) } hat sich nicht bewegt, und kein Gegner ist in { $range }. { $action } muss aber dort enden.
move-stayed-close =
    .fails = { NAME($operative) } hat sich nicht bewegt, und ein Gegner ist in { $range }. { $action } darf dort nicht enden.
