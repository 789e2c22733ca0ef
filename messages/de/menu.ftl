### Das Menü des Tastenfelds: was seine Tasten durchgehen und nehmen

## Fragen

menu-set-up-turn = { NAME($player) }: einen Kämpfer aufstellen.
menu-set-up-any = Einer der Spieler: einen Kämpfer aufstellen.
menu-activate = Wähle einen Kämpfer zum Aktivieren.
menu-action = { NAME($operative) }: Aktion wählen.
menu-none-marked = „Weiter“ drücken, um zu wählen

## Einträge

menu-action-choice = { $action }
menu-action-with = { $action }: { $choice }
menu-face = { $face }
menu-tray-roll = Vom Würfelteller: { $dice }
menu-take-options = { $picked } von höchstens { $most } nehmen
menu-set-up-operative = { NAME($operative) } { $name } aufstellen
menu-set-up-item = { $item } aufstellen
menu-set-up-marker = { $item } { $marker } aufstellen
menu-more = Kriegslisten, Punkte und mehr
menu-ploy = { NAME($player) }: { $ploy } einsetzen, { $cost } BP
menu-unnamed-ploy = { NAME($player) }: { $cards ->
    [yes] eine andere Kriegslist einsetzen
   *[no] eine Kriegslist einsetzen
 }, noch { $left } BP
menu-ploy-cost = { $cost } BP für diese Kriegslist von { NAME($player) }
menu-score = { NAME($player) }: { $op } werten, bisher { $vp } SP
menu-score-due = { NAME($player) }: { $op } werten: { $reason }
menu-vp = { $vp } SP für { NAME($player) }: { $op }
menu-reveal = { NAME($player) }: { $op } aufdecken
menu-put-down = { NAME($operative) }: { NAME($marker) } ablegen
menu-sign = { NAME($player) }: das Ergebnis unterschreiben

## Ergebnisse

menu-winner = Sieger: { NAME($player) }. Stand: { $first } zu { $second }
menu-draw = Unentschieden. Stand: { $first } zu { $second }

## Abgelehnte Tastendrücke

menu-no-decision = Keine Entscheidung ist offen.
menu-choose-first = Drücke „Weiter“, um zuerst zu wählen. { $question }
menu-decision-changed = Die Entscheidung hat sich geändert, seit du eine Antwort markiert hast. Sieh noch einmal hin, dann drücke.
menu-decision-new = Die Entscheidung hat sich gerade geändert. Sieh noch einmal hin, dann drücke.
