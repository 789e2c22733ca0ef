### Warum die Würfel eines Schusses oder Kampfes von der Karte abweichen. Zeilen neben den Würfeln.

modifier-injured = Treffer { $amount } { $worse ->
    [yes] schlechter
   *[no] besser
 }: verwundet
modifier-changed = { $stat ->
    [Hit] Treffer
    [Save] Rüstungswurf
   *[other] { $stat }
 } { $amount } { $worse ->
    [yes] schlechter
   *[no] besser
 }: { $why }
modifier-changed-by-hand = { $stat ->
    [Hit] Treffer
    [Save] Rüstungswurf
   *[other] { $stat }
 } { $amount } { $worse ->
    [yes] schlechter
   *[no] besser
 }: von Hand geändert
modifier-point-blank = Treffer { $amount } { $worse ->
    [yes] schlechter
   *[no] besser
 }: Schuss aus nächster Nähe
modifier-overwatch = Treffer { $amount } { $worse ->
    [yes] schlechter
   *[no] besser
 }: Feuerbereitschaft
modifier-relentless-as-read = Relentless würfelt beliebig viele Attackenwürfel neu ({ $reading }).
modifier-stun-as-read = Stun zählt kritische Treffer ({ $reading }).
modifier-support-as-read = Ein Freund ist auch mit einem anderen Gegner im Nahkampf ({ $reading }).
modifier-helped = Treffer { $amount } { $worse ->
    [yes] schlechter
   *[no] besser
 }: { NAME($helper) } hilft
modifier-protective-cover = Rüstungswurf { $amount } { $worse ->
    [yes] schlechter
   *[no] besser
 }: schützende Deckung
modifier-killzone-rule = Bekommt { $rule } durch die Killzone
modifier-operative-in-line = { $dice ->
    [one] 1 Attackenwürfel
   *[other] { $dice } Attackenwürfel
 } weniger: ein Kämpfer mit dem Befehl Gefecht in der Linie
modifier-accurate = Accurate { $number }: schießt vom Aussichtspunkt
modifier-smoke = { $most ->
    [0] Kein Piercing
   *[other] Piercing höchstens { $most }
 }: { NAME($target) } ist im Rauch
modifier-vantage-cover = Deckung behält einen kritischen oder zwei normale Erfolge als Abwehr: Schuss vom Aussichtspunkt

## Wirkung von Waffenregeln

modifier-criticals-from = Kritisch auf { $face }+: { $rule }
modifier-fewer-defence-dice = { $dice ->
    [one] 1 Würfel
   *[other] { $dice } Würfel
 } weniger: { $rule }
modifier-only-criticals-save = Nur kritische Erfolge wehren Treffer ab: { $rule }
modifier-only-criticals-block = Nur kritische Erfolge { $word ->
    [parry] parieren
   *[block] blocken
 }: { $rule }
modifier-resolves-first = Handelt den ersten Würfel ab: ganz in einer Festung, { NAME($attacker) } nicht
