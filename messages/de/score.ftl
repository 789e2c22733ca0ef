### Punkte: wer welches Missionsziel kontrolliert, und was gewertet werden darf

## Kontrolle der Missionsziele. $marker: eine Beschriftung wie "M1".

score-controlled = { $marker }: kontrolliert von { NAME($player) } mit { LIST(NAME($operatives)) }.
score-contested = { $marker }: umkämpft. Gleiche APG ({ LIST($apl) }) haben { LIST(NAME($operatives)) }.
score-uncontrolled = { $marker }: Niemand kontrolliert es.
score-unseen = { $marker }: nicht zu sehen.
score-too-close = { $margins ->
    [none] { $marker }: zu knapp. Prüft, welche Kämpfer nah genug sind.
   *[other] { $marker }: zu knapp. { LIST($margins) }.
 }
# Teil des Textes darüber.
score-margin = { NAME($operative) } steht { LENGTH($margin, digits: 2) } { $where ->
    [inside] innerhalb der Grenze
   *[outside] außerhalb der Grenze
 } (±{ LENGTH($sigma, digits: 2) })
score-by-rule = { $held } Regel { $rule }.

## Warum Punkte gewertet werden dürfen

score-op-controls = kontrolliert { LIST($markers) }
score-op-controls-none = kontrolliert kein Missionsziel
score-op-fallen = { $fallen ->
    [0] kein Gegner kampfunfähig
    [one] ein Gegner kampfunfähig
   *[other] { $fallen } Gegner kampfunfähig
 }
score-op-secret = nur dem eigenen Spieler bekannt
score-op-named = { $op }: { $name }
score-kill-grade = höhere Abschussstufe ({ $reading })
