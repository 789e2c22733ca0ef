### Aktionen von Paketen
pack-target-enemy = { NAME($target) } gehört zum Gegner von { NAME($by) }.
    .fails = { NAME($target) } muss zum Gegner von { NAME($by) } gehören.
pack-target-friend = { NAME($target) } gehört zur Seite von { NAME($by) }.
    .fails = { NAME($target) } muss zur Seite von { NAME($by) } gehören.
pack-target-near = { NAME($target) } ist { LENGTH($measured) } von { NAME($by) } entfernt.
    .fails = { NAME($target) } ist { LENGTH($measured, $required) } von { NAME($by) } entfernt, höchstens { INCHES($required) } sind erlaubt.

## Paketdateien

pack-action-twice = Zwei Aktionen heißen { QUOTE($action) }. Benutze jeden Namen nur einmal.
pack-action-taken = Aktion { QUOTE($action) }: So heißt schon eine Aktion der Edition. Wähle einen anderen Namen.
pack-action-unknown = Aktion { QUOTE($action) }: { QUOTE($found) } gefunden. Erwartet: { LIST($known, last: "or") }.
pack-action-no-move = Aktion { QUOTE($action) } hat eine Bewegung, aber treated_as ist { QUOTE($found) }. Erwartet: { LIST($known, last: "or") }.
pack-move-names-nothing = Aktion { QUOTE($action) }: { $field } gefunden. Die Bewegung sieht die Kamera, also wird nichts genannt: Lass das Feld weg.
pack-attack-names-target = Aktion { QUOTE($action) }: { $field } gefunden. Ein Schuss oder Kampf nennt nur sein Ziel: Lass das Feld weg.
pack-other-edition = Das Paket { QUOTE($pack) } ist für { $found }. Erwartet: ein Paket für { $edition }.
pack-action-in-two = Die Pakete { QUOTE($pack) } und { QUOTE($other) } haben beide eine Aktion { QUOTE($action) }. Benutze nur eines davon.
