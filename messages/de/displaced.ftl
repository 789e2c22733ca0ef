### Modelle, Marker und Gelände, die nicht stehen, wo das Spiel sie hat

displaced-carried-terrain = { $feature } wurde bewegt, aber kein Kämpfer hat dieses Gelände getragen. Stelle das Gelände zurück. Bis dahin zählt der vorige Platz. Nur { $action } bewegt es.
displaced-model-asked = { NAME($operative) } steht { LENGTH($apart) } neben dem Platz im Spiel. Bestätige zuerst diese Bewegung, oder stelle das Modell zurück.
displaced-model = { NAME($operative) } steht { LENGTH($apart) } neben dem Platz im Spiel. Stelle das Modell zurück, oder setze es am Telefon von Hand.
displaced-marker = { NAME($marker) } liegt { LENGTH($apart) } neben dem Platz im Spiel. Lege den Marker zurück auf Position { DECIMAL($x) } / { DECIMAL($y) }, oder setze ihn am Telefon von Hand.
displaced-carried-marker = { NAME($operative) } trägt { NAME($marker) }, aber der Marker liegt bei { DECIMAL($x) } / { DECIMAL($y) }. Nimm ihn vom Tisch, oder lege ihn neben den Kämpfer.
displaced-marker-gone = { NAME($marker) } wurde vom Tisch genommen, aber keine Aktion hat diesen Marker aufgehoben. Lege ihn zurück auf Position { DECIMAL($x) } / { DECIMAL($y) }. Bis dahin zählt er dort.
displaced-terrain-gone = { $feature } ist nicht mehr auf dem Tisch. Stelle das Gelände zurück. Bis dahin zählt der vorige Platz.
displaced-terrain = { $feature } steht { LENGTH($apart) } neben dem Platz im Spiel. Stelle das Gelände zurück. Bis dahin zählt der vorige Platz.
# $feature: eine Barrikade, eine Leiter oder andere Ausrüstung.
displaced-equipment = { $feature } wurde von Hand bewegt und steht { LENGTH($apart) } neben dem Platz. Keine Aktion bewegt diese Ausrüstung. Stelle sie zurück auf Position { DECIMAL($x) } / { DECIMAL($y) }. Bis dahin zählt sie dort.
displaced-equipment-gone = { $feature } wurde vom Tisch genommen, aber keine Aktion entfernt diese Ausrüstung. Stelle sie zurück auf Position { DECIMAL($x) } / { DECIMAL($y) }. Bis dahin zählt sie dort.
displaced-model-turned = { NAME($operative) } ist um { DECIMAL($turned, digits: 0) }° gedreht. Drehe das Modell zurück: Eine Base dreht sich nur bei ihrer eigenen Bewegung.

## Anmerkungen zu einem Urteil

displaced-unseen = Beurteilt am zuletzt gesehenen { $number ->
    [one] Platz
   *[other] Platz
 }: { LIST(NAME($operatives)) }
displaced-by-hand = Von Hand gesetzt, ± { INCHES($error) }: { LIST(NAME($operatives)) }
