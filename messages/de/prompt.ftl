### Fragen an Spieler

## Züge und Aktivierungen

prompt-activate = { NAME($player) }: Aktiviere einen Kämpfer.
prompt-activate-note = { NAME($player) }: Aktiviere einen Kämpfer. ({ $note })
prompt-react = { NAME($player) }: Wähle einen Kämpfer, der außer der Reihe handelt ({ $reaction ->
    [counteract] Gegenmaßnahme
    [overwatch] Feuerbereitschaft
    [guard] Wache
   *[other] { $reaction }
 }).
prompt-interrupt = { NAME($player) }: { NAME($operative) } mit einem Kämpfer auf Wache unterbrechen?
prompt-interrupt-note = { NAME($player) }: { NAME($operative) } mit einem Kämpfer auf Wache unterbrechen? ({ $note })
prompt-interrupt-notes = { NAME($player) }: { NAME($operative) } mit einem Kämpfer auf Wache unterbrechen? ({ LIST($notes) })
prompt-interrupt-near = { NAME($player) }: { NAME($operative) } mit einem Kämpfer auf Wache unterbrechen? Zu knapp ist, ob { NAME($operative) } in der Kontrollreichweite von { LIST(NAME($guards)) } ist.
prompt-next-action = { NAME($who) } ({ $order ->
    [engage] Gefecht
   *[conceal] Verbergen
 }): noch { $points } AP. Wähle eine Aktion.
prompt-next-action-read = { NAME($who) } ({ $order ->
    [engage] Gefecht
   *[conceal] Verbergen
 }): noch { $points } AP ({ $note }). Wähle eine Aktion.
prompt-reaction-action = { NAME($who) } ({ $order ->
    [engage] Gefecht
   *[conceal] Verbergen
 }), { $reaction ->
    [counteract] Gegenmaßnahme
    [overwatch] Feuerbereitschaft
    [guard] Wache
    [activation] Aktivierung
   *[other] kostenlose Aktion
 }: Wähle eine Aktion.

## Züge eines Spielers in einer Phase

prompt-turn = { NAME($player) }: { $question }.
prompt-turn-equipment = Stelle ein Stück Ausrüstung auf, oder passe
prompt-turn-gambit = Setze ein strategisches Gambit ein, oder passe
prompt-turn-primary-op = Setze ein strategisches Gambit ein, oder passe. Einen Hauptop kannst du nur jetzt wählen
prompt-turn-ploy = Setze eine Strategielist ein, oder passe
prompt-turn-reveal = Decke einen Tac Op auf, oder passe

## Aufstellung

prompt-equipment = { NAME($player) }: Wähle Ausrüstung.
prompt-scouting = { NAME($player) }: Wähle eine Aufklärungsoption.
prompt-tac-op = { NAME($player) }: Wähle geheim einen Tac Op.

## Initiative

prompt-roll-off = { NAME($player) }: Wirf einen W6 um die Initiative.
prompt-roll-off-zones = { NAME($player) }: Wirf einen W6 um Initiative und Absetzzonen.
prompt-initiative = Wer hat die Initiative?
prompt-initiative-player = { NAME($player) }: Wähle, wer die Initiative hat.
prompt-initiative-rolls = { LIST($rolls) }. { NAME($player) }: Wähle, wer die Initiative hat.
prompt-rolled = { NAME($player) } warf { $roll }
prompt-and-drop-zone = { $question } Wähle auch eine Absetzzone.
prompt-mission-initiative = Wer hat in dieser Mission die Initiative?

## Andere Würfel

prompt-smoke = Wirf einen W6 für { NAME($marker) }. Die Hälfte, aufgerundet, ist die Zahl der Aktivierungen, bis der Rauch verschwindet.
prompt-action-roll = { $action }, { NAME($operative) }: Wirf { $dice ->
    [one] einen W6
   *[other] { $dice }W6 und zähle sie zusammen
 }{ $needed ->
    [0] .
   *[other] . Nötig ist mindestens { $needed }.
 }

## Das Ende eines Wendepunkts

prompt-turning-point-end = Ende von Wendepunkt { $number }: Wertet die Punkte, dann geht es weiter.

## Zusätze zu einer anderen Frage

prompt-thrown = { $question } ({ $throws })
prompt-with-reason = { $question } { $reason }

## Angezweifelte Urteile, kampfunfähige Kämpfer, Regeln, die zusammentreffen

prompt-challenge = Angezweifelt: { $ruling }
prompt-challenge-roll = { NAME($player) } würfelt um das angezweifelte Urteil. Hat { NAME($challenger) } den höheren Würfel, wird dies zurückgenommen: { $ruling }
prompt-challenge-by = Angezweifelt von { NAME($player) }: { $ruling }
prompt-put-down = { NAME($operative) } ist kampfunfähig. Lege { NAME($marker) } innerhalb der Kontrollreichweite ab.
prompt-last-action = { NAME($operative) } ist kampfunfähig. Vor dem Entfernen noch eine kostenlose Aktion ausführen?
prompt-rule-order = Welche Regel wird zuerst abgehandelt?

## Fehler einer Antwort

prompt-only-pass = { QUOTE($found) } ist in dieser Phase ({ $phase }) nicht möglich. Antworte mit „pass“.
prompt-not-asked = In dieser Phase ({ $phase }) gibt es die Frage { QUOTE($prompt) } nicht.
