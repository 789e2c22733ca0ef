### Markers

marker-claim-place = { NAME($carrier) } may place { NAME($marker) } there
    .fails = { NAME($carrier) } may not place { NAME($marker) } there
marker-near-carrier = { NAME($marker) } is { LENGTH($measured) } from { NAME($carrier) }{ $readings ->
    [none] {""}
   *[other] {" "}({ LIST($readings) })
 }.
    .fails = { NAME($marker) } must be within { INCHES($required) } of { NAME($carrier) }; it is { LENGTH($measured, $required) } away{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
    }.
marker-claim-pick-up = { NAME($operative) } may pick up { NAME($marker) }
    .fails = { NAME($operative) } may not pick up { NAME($marker) }
marker-may-be-picked-up = { NAME($marker) } may be picked up.
    .fails = No rule allows { NAME($marker) } to be picked up.
marker-not-carried = { NAME($marker) } is not carried.
    .fails = { NAME($carrier) } carries { NAME($marker) }.
marker-hands-free = The operative carries nothing.
    .fails = The operative already carries a marker.
marker-any-to-pick-up = The operative controls a marker that may be picked up.
    .fails = The operative controls no marker that may be picked up.
marker-carries-one = The operative carries a marker.
    .fails = The operative carries no marker.
marker-not-just-picked-up = The marker was not picked up in this activation.
    .fails = The marker was picked up in this activation.
# $readings: readings of the rule that the result depends on, such as "read as: name = reading".
marker-token-near = { NAME($marker) } is { LENGTH($measured) } from { NAME($operative) }{ $readings ->
    [none] {""}
   *[other] {" "}({ LIST($readings) })
 }.
    .fails = { NAME($marker) } is { LENGTH($measured, $required) } from { NAME($operative) }; it can be picked up within { INCHES($required) }{ $readings ->
        [none] {""}
       *[other] {" "}({ LIST($readings) })
    }.
marker-carries-this =
    .fails = The operative carries { NAME($carried) }, not { NAME($marker) }.
marker-named =
    .fails = No marker is named: choose one.
marker-known =
    .fails = No marker of this game is called { QUOTE($marker) }.
marker-place-named =
    .fails = The place of the marker is missing: choose one.

## Markers that are set up, corrected or dropped

# $kind: what the marker is, for example "smoke" or "objective".
marker-own-missing =
    .fails = Choose a new marker for this: { $kind ->
        [objective] objective
        [smoke] smoke
        [mine] mine
       *[other] { $kind }
    }.
marker-own-taken =
    .fails = { NAME($marker) } is already in use. Choose a new marker for this: { $kind ->
        [objective] objective
        [smoke] smoke
        [mine] mine
       *[other] { $kind }
    }.
marker-kind-place-named =
    .fails = Choose where to place this: { $kind ->
        [objective] objective
        [smoke] smoke
        [mine] mine
       *[other] { $kind }
    }.
marker-dropped-by-action =
    .fails = { NAME($operative) } can put its marker down only with an action.
marker-size =
    .fails = { NAME($marker) } ({ $kind ->
        [objective] objective
        [smoke] smoke
        [mine] mine
       *[other] { $kind }
    }) measures { MM($found) }; expected { MM($wanted, digits: 0) }.
marker-position-missing =
    .fails = { NAME($marker) } has no position. Enter one.
marker-set-up-carried =
    .fails = A marker that is set up cannot be carried at the same time.
marker-present =
    .fails = A marker called { QUOTE($marker) } is already on the killzone.
