### Was von Hand getan und was rückgängig gemacht wurde

hand-table = Der Tisch
hand-camera = Die Kamera

hand-placed = { NAME($who) }: { NAME($operative) } von Hand gesetzt, { LENGTH($apart) } vom letzten Platz. Die Bewegung wurde nicht beurteilt.
hand-placed-new = { NAME($who) }: { NAME($operative) } von Hand gesetzt. Der Platz wurde nicht beurteilt.
hand-wounds-lost = { NAME($who) }: { NAME($operative) } verliert { $wounds ->
    [one] 1 Lebenspunkt
   *[other] { $wounds } Lebenspunkte
 }.
hand-wounds-regained = { NAME($who) }: { NAME($operative) } erhält { $wounds ->
    [one] 1 Lebenspunkt
   *[other] { $wounds } Lebenspunkte
 } zurück.
hand-stat = { NAME($who) }: { $stat ->
    [apl] APG
    [move] Bewegung
    [hit] Treffer
    [save] Rüstungswurf
   *[other] { $stat }
 } von { NAME($operative) } ändert sich um { $change }, bis: { $until }.
hand-until = { $until ->
    [next_activation] Ende der nächsten Aktivierung
    [this_or_next_activation] Ende der jetzigen oder nächsten Aktivierung
    [turning_point] Ende des Wendepunkts
   *[battle] Ende der Schlacht
 }
hand-status = { NAME($who) }: { NAME($operative) } von Hand gesetzt auf: { LIST($states) }.
hand-order = { $order ->
    [engage] Gefecht
    [conceal] Verbergen
   *[other] { $order }
 }
hand-ready = bereit
hand-expended = verbraucht
hand-removed = { NAME($who) }: { NAME($operative) } aus der Killzone genommen.
hand-revived = { NAME($who) }: { NAME($operative) } ist wieder in der Killzone, mit { $wounds ->
    [one] 1 Lebenspunkt
   *[other] { $wounds } Lebenspunkten
 }.
hand-scored = { NAME($who) }: { $vp } SP für { NAME($player) } ({ $op }).
hand-ploy = { NAME($who) }: Kriegslist „{ $ploy }“ für { $cost } BP eingesetzt.
hand-phase-over = { NAME($who) }: Diese Phase ist vorbei.
hand-because = { $change } Grund: { $why }
hand-rolled-again = { NAME($who) }: neu gewürfelt. Jetzt { $dice }, vor dem Rückgängigmachen { $before }.
hand-counted = ein Wurf ohne Augen
hand-challenge-withdrawn = Das angezweifelte Urteil wurde zurückgenommen.
hand-undo = Rückgängig: { $step }
hand-redo = Wiederholen: { $step }
hand-undone = Rückgängig gemacht: { $step }
hand-undone-by = { NAME($who) } – rückgängig gemacht: { $step }

## Modelle des simulierten Tisches auf einer Seite bewegen

hand-bar = Von Hand bewegen
hand-unseen = Die Kamera kann die Marke von { $label } dort nicht sehen. Drehe das Modell oder verschiebe es ein wenig.
hand-how = Tippe dorthin, wo das Modell stehen soll. Pfeiltasten bewegen es, [ und ] drehen es, Enter stellt es ab.
hand-tap-where = Tippe auf den Platz für { $label }
hand-drag = Ziehe { $label }; dann prüft die Kamera die Bewegung.
hand-move = Bewegen
hand-move-how = Dann auf das Spielfeld tippen oder die Pfeiltasten nehmen
hand-turn-left = Nach links drehen
hand-turn-right = Nach rechts drehen
hand-put-down = Abstellen
hand-cancel = Abbrechen
hand-take-off = Wegnehmen
hand-take-off-model = { $label } { $name } wegnehmen
hand-put-back = { $label } für mich zurückstellen
hand-put-on = { $name } zurückstellen
