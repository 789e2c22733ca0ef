### Kontrollreichweite, Nahkampfreichweite, und wer einen Marker kontrolliert

## Die Reichweiten selbst: Teile anderer Texte, beide weiblich

control-range = Kontrollreichweite
control-engagement-range = Nahkampfreichweite

## Aussagen

control-claim-within = { NAME($a) } und { NAME($b) } sind in { $range } zueinander
    .fails = { NAME($a) } und { NAME($b) } sind nicht in { $range } zueinander

## Bedingungen

control-distance = { NAME($a) } ist { LENGTH($measured) } von { NAME($b) } entfernt: in { $range }.
    .fails = { NAME($a) } ist { LENGTH($measured, $required) } von { NAME($b) } entfernt: nicht in { $range }.
control-around-walls = Um die Wände herum sind es { LENGTH($measured) }.
    .fails = { $there ->
        [yes] Um die Wände herum sind es { LENGTH($measured, $required) }, mehr als { INCHES($required) }.
       *[no] Die Wände lassen keinen Weg vom einen zum anderen.
    }
control-enemy-within = Ein Gegner ist in { $range }.
    .fails = Kein Gegner ist in { $range }.
control-no-enemy-within = Kein Gegner ist in { $range }.
    .fails = Ein Gegner ist in { $range }.
control-enemy-on-table =
    .fails = Kein Gegner ist in der Killzone.
control-marker = { NAME($by) } kontrolliert { NAME($marker) }.
    .fails = { NAME($by) } kontrolliert { NAME($marker) } nicht.
control-claim-contests = { NAME($operative) } beansprucht { NAME($marker) }
    .fails = { NAME($operative) } beansprucht { NAME($marker) } nicht
control-apparatus-near = { NAME($operative) } ist { LENGTH($measured) } vom Apparat { NAME($feature) } entfernt.
    .fails = { NAME($operative) } ist { LENGTH($measured, $required) } vom Apparat { NAME($feature) } entfernt, höchstens { INCHES($required) } sind erlaubt.
control-objective-near = { NAME($operative) } ist { LENGTH($measured) } von der Mitte von { NAME($marker) } entfernt.
    .fails = { NAME($operative) } ist { LENGTH($measured, $required) } von der Mitte von { NAME($marker) } entfernt, höchstens { INCHES($required) } sind erlaubt.
