### Ausrüstung
## Aussagen

item-claim-set-up = { $item } darf dort aufgestellt werden
    .fails = { $item } darf dort nicht aufgestellt werden
item-claim-set-up-again = { $item } darf an diesem Platz wieder aufgestellt werden
    .fails = { $item } darf an diesem Platz nicht wieder aufgestellt werden

## Bedingungen

item-in-territory = { $item } ist ganz im eigenen Territorium.
    .fails = { $item } muss ganz im eigenen Territorium sein, ragt aber { LENGTH($measured, $required) } hinaus.
item-near-drop-zone = { $item } ist ganz innerhalb von { INCHES($required) } um die eigene Absetzzone.
    .fails = { $item } muss ganz innerhalb von { INCHES($required) } um die eigene Absetzzone sein, reicht aber bis { LENGTH($measured, $required) }.
item-on-floor = { $item } steht auf dem Boden der Killzone.
    .fails = { $item } muss auf dem Boden der Killzone stehen.
item-against-tall = { $item } steht an Gelände, das hoch genug ist.
    .fails = { $item } muss aufrecht an Gelände stehen, das mindestens { INCHES($required) } hoch ist.
item-clear-of = { $item } ist { LENGTH($measured) } entfernt von { NAME($other) } ({ $kind ->
    [equipment] Ausrüstung
    [access_point] Zugang
    [accessible] Gelände mit Accessible
    [marker] Marker
   *[other] { $kind }
 }).
    .fails = { $item } ist { LENGTH($measured, $required) } entfernt von { NAME($other) } ({ $kind ->
        [equipment] Ausrüstung
        [access_point] Zugang
        [accessible] Gelände mit Accessible
        [marker] Marker
       *[other] { $kind }
     }), nötig sind mehr als { INCHES($required) }.
item-connected = { NAME($operative) } ist mit der Ausrüstung verbunden: { $item }.
    .fails = { NAME($operative) } ist mit dieser Ausrüstung nicht verbunden: { $item }.
item-inside = { NAME($operative) } ist auf der Innenseite: { $item }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
    }.
    .fails = { NAME($operative) } ist nicht auf der Innenseite: { $item }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
    }.
item-throw = { NAME($thing) } ist { LENGTH($measured) } von { NAME($thrower) } entfernt.
    .fails = { NAME($thing) } ist { LENGTH($measured, $required) } von { NAME($thrower) } entfernt. Ein Wurf reicht { INCHES($required) }.
item-smoke-throw = Der Rauch ist { LENGTH($measured) } von { NAME($thrower) } entfernt.
    .fails = Der Rauch ist { LENGTH($measured, $required) } von { NAME($thrower) } entfernt. Ein Wurf reicht { INCHES($required) }.
item-off-terrain = { NAME($item) } ist auf dem Boden der Killzone, wie es sein muss.
    .fails = { $parts ->
        [none] { NAME($item) } muss auf dem Boden der Killzone sein.
       *[other] { NAME($item) } ist auf { LIST(NAME($parts)) } statt auf dem Boden der Killzone.
    }

## Fehler in der Eingabe

item-unknown = Keine Ausrüstung heißt { QUOTE($item) }. Möglich: { LIST($known) }.
item-two-picks = Die Ausrüstung { QUOTE($option) } braucht zwei Angaben, etwa „{ $name }: { $one }, { $other }“.
item-marker-centre = { $item }: Die Mitte des Markers fehlt.
item-outline = { $item }: Es fehlt ein Umriss mit mindestens drei Ecken.

## Was Ausrüstung tut, kurz, für die Auswahl

item-about-ammo-cache = Ein Marker: Ein Kämpfer, der ihn kontrolliert, darf einen Attackenwürfel neu werfen.
item-about-comms-device = Ein Marker: Solange du ihn kontrollierst, reichen deine SUPPORT-Regeln { INCHES($more) } weiter.
item-about-heavy-barricade = Schwere Deckung nahe der Absetzzone.
item-about-ladders = Zwei Leitern: Einmal je Aktion zählt Klettern als 1".
item-about-light-barricades = Zwei Barrikaden: leichte Deckung im Territorium.
item-about-mines = Ein Marker: W3+3 Schaden für den ersten Kämpfer, der nahe kommt, ob Freund oder Feind.
item-about-portable-barricade = Leichte Deckung, die ein Kämpfer mitnimmt.
item-about-razor-wire = Darüber zu gehen kostet 1" mehr.

## Aktionen mit Ausrüstung

item-not-own-cache =
    .fails = { NAME($marker) } ist kein Munitionslager von { NAME($player) }.
item-cache-missing =
    .fails = { $action }: Wähle ein Munitionslager.
item-resupply-as-read = Die Schüsse dürfen einen Attackenwürfel neu werfen ({ $reading }).
item-cache-used =
    .fails = { NAME($marker) } wurde an diesem Wendepunkt schon benutzt.
item-no-mine =
    .fails = { NAME($marker) } ist keine Mine in der Killzone.
item-mine-places =
    .fails = sprung_at: { LIST($found) } gefunden. Erwartet: x, y und z für jede Mine ({ LIST(NAME($mines)) }).
item-nobody-to-test =
    .fails = Für diese Kämpfer ist kein Test möglich, sie sind nicht in diesem Spiel: { LIST($operatives) }.

## Tests mit Würfeln: Fragen an den Spieler

item-mine-test = { NAME($operative) } löst aus: { NAME($mine) }. Wirf einen W6: Der Schaden ist W3+3.
item-stun-test = Betäubungstest für { NAME($operative) }. Wirf einen W6: Ab { $needed } wirkt die Betäubung.
# Warum eine Mine entfernt wird.
item-mine-went-off = ausgelöst von { NAME($operative) }
