### Editionen der Regeln
edition-unknown = Es gibt keine Edition { QUOTE($edition) }. Möglich: { LIST($known) }.

## 2021: Bewegungen und Gruppen

edition-no-climb =
    .fails = { $action } beendet kein Klettern.
edition-jump-test = { NAME($operative) } springt. Wirf einen W6: Bei 1 bleibt der Kämpfer, wo er ist ({ $reading }).
edition-jump-edge =
    .fails = jump_from: { LIST($found) } gefunden. Erwartet: x, y und z des Rands.
edition-group-read =
    .fails = Die Gruppe von { NAME($operative) } geht weiter. Aktiviere einen weiteren Kämpfer desselben Typs ({ $reading }).
edition-group =
    .fails = Die Gruppe von { NAME($operative) } ist noch nicht fertig. Aktiviere { $type ->
        [none] einen weiteren Kämpfer desselben Typs.
       *[other] einen weiteren Kämpfer vom Typ { QUOTE($type) }.
    }

## 2021: Tac Ops

edition-tac-op-hidden =
    .fails = Noch nicht aufgedeckt: { $op }.
edition-condition-scored =
    .fails = Schon gewertet: { $op }.
edition-tac-op-excluded =
    .fails = { $name } gibt es in der Killzone { $killzone } nicht. Wähle einen anderen Tac Op, auch aus einem anderen Archetyp des Teams.
edition-tac-op-twice =
    .fails = { $name } ist schon gewählt als { $op }.
