### Die Zeile unter dem Punktestand: wer was entscheidet, wer bereit ist, die Zeit; und die Entscheidung des anderen Spielers

status-now = Jetzt
status-both = Beide Spieler
status-doing = { $topic ->
    [action] { $name }: wählt eine Aktion
    [activation] { $name }: wählt einen Kämpfer
    [challenge] { $name }: klärt ein angezweifeltes Urteil
    [dice] { $name }: handelt Würfel ab
    [drop] { $name }: legt einen Marker ab
    [equipment] { $name }: wählt Ausrüstung
    [initiative] { $name }: entscheidet über die Initiative
    [interrupt] { $name }: entscheidet über ein Unterbrechen
    [last_action] { $name }: entscheidet über eine letzte Aktion
    [proposal] { $name }: bestätigt, was die Kamera sah
    [reaction] { $name }: entscheidet über Handeln außer der Reihe
    [roll_off] { $name }: würfelt aus
    [rule_order] { $name }: ordnet Regeln
    [scouting] { $name }: wählt eine Aufklärungsoption
    [test] { $name }: würfelt für einen Test
    [turning_point_end] { $name }: wertet den Wendepunkt
   *[other] { $name }: entscheidet
 }
status-over = Die Schlacht ist vorbei
status-ready = { $name }: { $count } bereit
status-time = { $name }: { $time }
status-op = { $label } { $vp }
status-ops = { $name }: { $facts }
status-at-end = Ende des Wendepunkts:
status-expected-op = { $label } +{ $vp }
status-expected-none = keine Punkte
status-expected = { $name }, am Ende dieses Wendepunkts, wenn sich nichts ändert: { $facts }
status-theirs = Die Entscheidung des anderen
status-targets = { COMMAS($facts) }
