### Handeln außer der Reihe: Gegenmaßnahme, Wache, Feuerbereitschaft
## Aussagen

reaction-claim-counteract = { NAME($operative) } darf eine Gegenmaßnahme ausführen
    .fails = { NAME($operative) } darf keine Gegenmaßnahme ausführen
reaction-claim-interrupt = { NAME($operative) } darf { NAME($enemy) } mit { $action } unterbrechen
    .fails = { NAME($operative) } darf { NAME($enemy) } nicht mit { $action } unterbrechen

## Gegenmaßnahme

reaction-own-expended = Alle befreundeten Kämpfer sind verbraucht.
    .fails = { $ready ->
        [one] Ein befreundeter Kämpfer ist noch bereit.
       *[other] { $ready } befreundete Kämpfer sind noch bereit.
    }
reaction-opponent-ready = Der Gegner hat bereite Kämpfer.
    .fails = Der Gegner hat keinen bereiten Kämpfer.
reaction-order-engage = Der Kämpfer hat den Befehl Gefecht.
    .fails = Der Kämpfer hat den Befehl Verbergen.
reaction-counteract-once = Der Kämpfer hatte an diesem Wendepunkt noch keine Gegenmaßnahme.
    .fails = Der Kämpfer hatte an diesem Wendepunkt schon eine Gegenmaßnahme.
reaction-not-after-guard = Der Kämpfer hat an diesem Wendepunkt nicht von der Wache aus unterbrochen.
    .fails = Der Kämpfer hat von der Wache aus unterbrochen, deshalb ist keine Gegenmaßnahme möglich.
reaction-no-guard =
    .fails = Guard ist in einer Gegenmaßnahme nicht möglich.
reaction-one-ap = { $action } kostet 1 AP.
    .fails = { $action } kostet { $cost } AP. Eine Gegenmaßnahme erlaubt nur eine Aktion mit 1 AP.

## Wache

reaction-on-guard = Der Kämpfer ist auf Wache.
    .fails = Der Kämpfer ist nicht auf Wache.
reaction-enemy-action-finished = Der Gegner hat eine Aktion beendet.
    .fails = Der Gegner hat keine Aktion beendet.
reaction-first-interrupt = Diese gegnerische Aktivierung wurde noch nicht unterbrochen.
    .fails = Diese gegnerische Aktivierung wurde schon unterbrochen.
reaction-guard-no-interrupt =
    .fails = Die Wache lässt sich hier nicht zum Unterbrechen nutzen.
reaction-interrupt-kind = Von der Wache aus wurde mit { QUOTE($action) } unterbrochen. Erwartet: Fight, Shoot oder eine Aktion, die als eine davon gilt.

## Feuerbereitschaft

reaction-weapon-allows-overwatch =
    .fails = Eine Waffe mit { $rule } ist in Feuerbereitschaft nicht einsetzbar.
reaction-overwatch-out-of-turn =
    .fails = Feuerbereitschaft ist nur außer der Reihe möglich.
reaction-only-overwatch =
    .fails = Außer der Reihe ist nur Feuerbereitschaft möglich, nicht { $action }.
reaction-overwatch-once =
    .fails = { NAME($operative) } hat Feuerbereitschaft an diesem Wendepunkt schon genutzt.
reaction-no-ranged-weapon =
    .fails = { NAME($operative) } hat keine Fernkampfwaffe.
reaction-weapons-used-up =
    .fails = Die Fernkampfwaffen mit Limited von { NAME($operative) } sind aufgebraucht.

## Grenzen einer Gegenmaßnahme

reaction-one-ap-read = { $action } kostet 1 AP ({ $note }).
    .fails = { $action } kostet { $cost } AP ({ $note }). Eine Gegenmaßnahme erlaubt nur eine Aktion mit 1 AP.
reaction-move-limit = Die Bewegung ist { LENGTH($measured) } lang.
    .fails = Die Bewegung ist { LENGTH($measured, $required) } lang. In einer Gegenmaßnahme sind höchstens { INCHES($required) } erlaubt.
reaction-set-up-limit = Der neue Platz ist ganz innerhalb von { LENGTH($measured) } um den alten.
    .fails = Der neue Platz reicht bis { LENGTH($measured, $required) } vom alten. In einer Gegenmaßnahme sind höchstens { INCHES($required) } erlaubt.
reaction-moves-limit = Die Bewegungen dieser Gegenmaßnahme: { LENGTH($before) } + { LENGTH($now) } = { LENGTH($measured) }.
    .fails = Die Bewegungen dieser Gegenmaßnahme: { LENGTH($before) } + { LENGTH($now) } = { LENGTH($measured, $required) }. Zusammen sind höchstens { INCHES($required) } erlaubt.
