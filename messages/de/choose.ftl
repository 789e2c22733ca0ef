### Entscheidungen über Würfel

choose-no-target = Auf niemanden sonst schießen
choose-keep = Die Würfel liegen lassen
choose-target = Als Nächstes auf { NAME($target) } schießen
choose-share = { $dice ->
    [one] 1 Attackenwürfel
   *[other] { $dice } Attackenwürfel
 } gegen { NAME($target) }
choose-weapon = { $weapon }
choose-use = { $rule } einsetzen
choose-decline = { $rule } nicht einsetzen
choose-roll-all = Jeden Würfel werfen

## Kämpfe

choose-strike = Mit { $own ->
    [crit] einem kritischen Erfolg
   *[normal] einem normalen Erfolg
 } zuschlagen
choose-stop = { $foe ->
    [crit] Einen kritischen Erfolg
   *[normal] Einen normalen Erfolg
 } mit { $own ->
    [crit] einem kritischen Erfolg
   *[normal] einem normalen Erfolg
 } { $word ->
    [parry] parieren
   *[block] blocken
 }
choose-stop-nothing = Mit { $own ->
    [crit] einem kritischen Erfolg
   *[normal] einem normalen Erfolg
 } nichts { $word ->
    [parry] parieren
   *[block] blocken
 }

## Anzahl der Würfel

choose-number = { $count }
choose-normal-saves = { $number } { $count ->
    [one] normale Abwehr
   *[other] normale Abwehren
 }
choose-critical-saves = { $number } { $count ->
    [one] kritische Abwehr
   *[other] kritische Abwehren
 }
choose-criticals = { $number } { $count ->
    [one] kritischen Erfolg
   *[other] kritische Erfolge
 }
choose-saves = { $number } { $count ->
    [one] Abwehr
   *[other] Abwehren
 }
choose-successes = { $number } { $count ->
    [one] Erfolg
   *[other] Erfolge
 }
choose-fails = { $number } { $count ->
    [one] Fehlschlag
   *[other] Fehlschläge
 }
choose-face = eine { $face }

## Blocks eines Schusses

choose-block = { $blocks ->
    [none] Nichts blocken
   *[other] { LIST($blocks) } blocken
 }
choose-block-critical-by-critical = { $number } { $count ->
    [one] kritischen Treffer mit kritischer Abwehr
   *[other] kritische Treffer mit kritischer Abwehr
 }
choose-block-normal-by-critical = { $number } { $count ->
    [one] normalen Treffer mit kritischer Abwehr
   *[other] normale Treffer mit kritischer Abwehr
 }
choose-block-critical-by-normals = { $number } { $count ->
    [one] kritischen Treffer mit zwei normalen Abwehren
   *[other] kritische Treffer mit je zwei normalen Abwehren
 }
choose-block-normal-by-normal = { $number } { $count ->
    [one] normalen Treffer mit normaler Abwehr
   *[other] normale Treffer mit normaler Abwehr
 }

## Würfel, die ohne Wurf behalten werden, und neues Würfeln

choose-retain = { $number } { $count ->
    [one] normalen Treffer
   *[other] normale Treffer
 } behalten ({ $rule })
choose-retain-cover = { LIST($dice) } aus Deckung behalten
choose-reroll = { LIST($dice) } neu werfen ({ $rule })
choose-reroll-for-cp = { LIST($dice) } neu werfen ({ $rule }, 1 BP)

## Was die Kamera nicht entscheiden kann oder der Verteidiger wählen darf

choose-cover = Deckung: mit Abwehr durch Deckung, nicht verdeckt
choose-obscured = Verdeckt: ohne Abwehr durch Deckung
choose-in-cover = In Deckung: mit Abwehr durch Deckung
choose-not-in-cover = Nicht in Deckung: ohne Abwehr durch Deckung
choose-is-obscured = Verdeckt
choose-not-obscured = Nicht verdeckt
choose-in-smoke = Im Rauch: Piercing zählt weniger oder gar nicht
choose-not-in-smoke = Nicht im Rauch: Piercing zählt voll
choose-near-hurt = Nah genug: kritische Treffer schaden auch hier
choose-too-far-hurt = Zu weit weg: kritische Treffer schaden hier nicht
choose-near-shot = Nah genug: wird auch beschossen
choose-too-far-shot = Zu weit weg: wird nicht beschossen

## Würfel, die mehrmals geworfen wurden. In Klammern hinter einer Frage.

choose-thrown = { $times ->
    [2] zwei Würfe
   *[other] { $times } Würfe
 }: { COMMAS($throws) }
choose-throw = { $faces ->
    [cocked] schräge Würfel
   *[other] { $faces }
 }
choose-next-throw = dann { $faces ->
    [cocked] schräge Würfel
   *[other] { $faces }
 }
