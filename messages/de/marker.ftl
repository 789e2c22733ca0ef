### Marker

marker-claim-place = { NAME($carrier) } darf { NAME($marker) } dort ablegen
    .fails = { NAME($carrier) } darf { NAME($marker) } dort nicht ablegen
marker-near-carrier = { NAME($marker) } ist { LENGTH($measured) } von { NAME($carrier) } entfernt{ $readings ->
    [none] {""}
   *[other] {" "}({ LIST($readings) })
 }.
    .fails = { NAME($marker) } muss innerhalb von { INCHES($required) } um { NAME($carrier) } liegen; der Abstand ist { LENGTH($measured, $required) }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
    }.
marker-claim-pick-up = { NAME($operative) } darf { NAME($marker) } aufheben
    .fails = { NAME($operative) } darf { NAME($marker) } nicht aufheben
marker-may-be-picked-up = { NAME($marker) } darf aufgehoben werden.
    .fails = Keine Regel erlaubt, { NAME($marker) } aufzuheben.
marker-not-carried = { NAME($marker) } wird nicht getragen.
    .fails = { NAME($carrier) } trägt { NAME($marker) }.
marker-hands-free = Der Kämpfer trägt nichts.
    .fails = Der Kämpfer trägt schon einen Marker.
marker-any-to-pick-up = Der Kämpfer kontrolliert einen Marker, der aufgehoben werden darf.
    .fails = Der Kämpfer kontrolliert keinen Marker, der aufgehoben werden darf.
marker-carries-one = Der Kämpfer trägt einen Marker.
    .fails = Der Kämpfer trägt keinen Marker.
marker-not-just-picked-up = Der Marker wurde nicht in dieser Aktivierung aufgehoben.
    .fails = Der Marker wurde erst in dieser Aktivierung aufgehoben.
marker-token-near = { NAME($marker) } ist { LENGTH($measured) } von { NAME($operative) } entfernt{ $readings ->
    [none] {""}
   *[other] {" "}({ LIST($readings) })
 }.
    .fails = { NAME($marker) } ist { LENGTH($measured, $required) } von { NAME($operative) } entfernt. Aufheben geht innerhalb von { INCHES($required) }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
    }.
marker-carries-this =
    .fails = Der Kämpfer trägt { NAME($carried) }, nicht { NAME($marker) }.
marker-named =
    .fails = Kein Marker genannt: Wähle einen.
marker-known =
    .fails = In diesem Spiel heißt kein Marker { QUOTE($marker) }.
marker-place-named =
    .fails = Der Platz des Markers fehlt: Wähle einen.

## Marker, die aufgestellt, berichtigt oder abgelegt werden

marker-own-missing =
    .fails = Wähle dafür einen neuen Marker: { $kind ->
        [objective] Missionsziel
        [smoke] Rauch
        [mine] Mine
       *[other] { $kind }
    }.
marker-own-taken =
    .fails = { NAME($marker) } wird schon benutzt. Wähle dafür einen neuen Marker: { $kind ->
        [objective] Missionsziel
        [smoke] Rauch
        [mine] Mine
       *[other] { $kind }
    }.
marker-kind-place-named =
    .fails = Wähle, wohin das soll: { $kind ->
        [objective] Missionsziel
        [smoke] Rauch
        [mine] Mine
       *[other] { $kind }
    }.
marker-dropped-by-action =
    .fails = { NAME($operative) } kann den Marker nur mit einer Aktion ablegen.
marker-size =
    .fails = { NAME($marker) } ({ $kind ->
        [objective] Missionsziel
        [smoke] Rauch
        [mine] Mine
       *[other] { $kind }
    }) misst { MM($found) }, erwartet { MM($wanted, digits: 0) }.
marker-position-missing =
    .fails = { NAME($marker) } hat keine Position. Gib eine ein.
marker-set-up-carried =
    .fails = Ein Marker, der aufgestellt wird, kann nicht zugleich getragen werden.
marker-present =
    .fails = Ein Marker { QUOTE($marker) } ist schon in der Killzone.
