### Ereignisse, die nicht zum Stand des Spiels passen. Gezeigt, wenn ein Journal nicht wieder abgespielt werden kann.

## Aktivierungen und Handeln außer der Reihe

state-nobody-active = Kein Kämpfer ist aktiv.
state-still-active = { NAME($operative) } ist noch aktiv.
state-other-active = Aktiv ist { NAME($active) }, nicht { NAME($operative) }.
state-not-standing = { NAME($operative) } ist kampfunfähig oder nicht in der Killzone.
state-activation-open = Eine Aktivierung läuft noch.
state-reaction-open = Ein Kämpfer handelt noch außer der Reihe.
state-nobody-reacts = Kein Kämpfer handelt außer der Reihe.
state-no-interrupt = Es gibt keine Aktivierung, die unterbrochen werden könnte.
state-not-asked = Das Spiel wartet nicht auf { NAME($player) }.

## Phasen, Züge und Punkte

state-other-phase = Die Phase ist „{ $phase }“, nicht „{ $found }“.
state-turning-point = Wendepunkt { $found } kann nicht beginnen. Der nächste ist { $expected }.
state-rolled = { NAME($player) } hat schon gewürfelt.
state-no-drop-zones = Die Killzone hat keine zwei Absetzzonen.
state-no-turns = Die Spieler sind jetzt nicht abwechselnd am Zug.
state-other-turn = Am Zug ist { NAME($turn) }, nicht { NAME($player) }.
state-cp-negative = { NAME($player) } hätte { $cp } BP.
state-vp-negative = { NAME($player) } hätte { $vp } SP aus { $op }.
state-no-secret = { NAME($player) } hat keine geheime Wahl { QUOTE($topic) } getroffen.
state-commitment-broken = Was { NAME($player) } als { QUOTE($topic) } aufdeckt, ist nicht, was versiegelt wurde.

## Fragen, Würfel, angezweifelte Urteile

state-question-open = Die Frage { QUOTE($id) } ist schon offen.
state-question-not-open = Die Frage { QUOTE($id) } ist nicht offen.
state-rule-not-waiting = Die Regel { QUOTE($rule) } wartet nicht darauf, abgehandelt zu werden.
state-dice-open = Andere Würfel sind noch offen.
state-no-dice = Keine Würfel sind offen.
state-fault-unknown = Die Störung { QUOTE($key) } wurde nicht gemeldet.
state-challenge-open = Ein anderes Urteil ist schon angezweifelt.
state-no-challenge = Kein Urteil ist angezweifelt.

## Kämpfer und Marker

state-set-up = Das Spiel ist schon aufgebaut.
state-marker-known = Einen Marker { NAME($marker) } gibt es schon.
state-marker-carried = { NAME($marker) } wird schon getragen.
state-carries = { NAME($operative) } trägt { NAME($marker) }.
state-not-fallen = { NAME($operative) } kann nicht kampfunfähig werden: Das kann nur ein Kämpfer ohne Lebenspunkte in der Killzone. Übrige Lebenspunkte: { $wounds }.
state-not-on-killzone = { NAME($operative) } ist nicht in der Killzone.
state-standing = { NAME($operative) } ist nicht kampfunfähig.
state-wounds = { $found } Lebenspunkte gefunden. Erwartet: 1 bis { $most }, wie auf der Karte.
state-supply-used-up = { NAME($player) } hat davon nichts mehr: { $item }.
state-not-in-reserve = { NAME($operative) } ist nicht in Reserve.
