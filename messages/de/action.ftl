### Aktionen: was sie brauchen, und was sie ausschließt

## Aussagen

action-claim-may-perform = { NAME($operative) } darf { $action } ausführen
    .fails = { NAME($operative) } darf { $action } nicht ausführen

## Bedingungen, über die Geometrie und Aktivierung entscheiden

action-not-repeated =
    .fails = { $earlier } zählt als { $action }, und das geht nur einmal je Aktivierung.
action-not-after =
    .fails = { $action } geht nicht nach { $earlier } in derselben Aktivierung.
action-guard-as-read = Guard ist eine Aktion jeder Killzone ({ $reading }).
action-heavy-after-move =
    .fails = Eine Waffe mit Heavy ist nach { $move } in derselben Aktivierung nicht einsetzbar.
action-move-after-heavy =
    .fails = { $move } geht nicht, nachdem in derselben Aktivierung eine Waffe mit Heavy eingesetzt wurde.
action-not-concealed =
    .fails = { $action } geht nicht mit dem Befehl Verbergen.
action-operative-unknown = In dieser Position heißt kein Kämpfer { QUOTE($operative) }.
action-cost = { $action } kostet { $found } AP. Erwartet: 0 bis 9.
action-unknown = Diese Edition hat keine Aktion { QUOTE($action) }. Möglich: { LIST($known) }.
action-target-enemy = { NAME($target) } gehört zum Gegner.
    .fails = { NAME($target) } gehört nicht zum Gegner.
action-claim-may-attack = { NAME($operative) } darf { NAME($target) } angreifen
    .fails = { NAME($operative) } darf { NAME($target) } nicht angreifen
