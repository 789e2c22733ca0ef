### Begriffe des Spiels, die in anderen Texten stehen. Satzteile.

term-op = { $op ->
    [tac_op_1] Tac Op 1
    [tac_op_2] Tac Op 2
    [tac_op_3] Tac Op 3
    [tac_op] Tac Op
    [crit_op] Crit Op
    [tac] Tac Op
    [crit] Crit Op
    [kill] Kill Op
    [primary_op] Hauptop
    [primary] Hauptop
    [mission] Mission
    [scouting] Aufklärungsoption
    [equipment] Ausrüstung
   *[other] { $op }
 }
term-op-condition = { $op ->
    [tac_op_1] Tac Op 1
    [tac_op_2] Tac Op 2
    [tac_op_3] Tac Op 3
   *[other] { $op }
 }, Bedingung { $condition }
term-op-title = { $op ->
    [tac_op_1] Tac Op 1
    [tac_op_2] Tac Op 2
    [tac_op_3] Tac Op 3
    [tac_op] Tac Op
    [crit_op] Crit Op
    [tac] Tac Op
    [crit] Crit Op
    [kill] Kill Op
    [primary_op] Hauptop
    [primary] Hauptop
    [mission] Mission
    [scouting] Aufklärungsoption
    [equipment] Ausrüstung
   *[other] { $op }
 }
term-op-condition-title = { $op ->
    [tac_op_1] Tac Op 1
    [tac_op_2] Tac Op 2
    [tac_op_3] Tac Op 3
   *[other] { $op }
 }, Bedingung { $condition }
term-phase = { $phase ->
    [roll_off] Auswürfeln
    [mission] Mission
    [selection] Auswahl der Ausrüstung
    [equipment] Aufstellen der Ausrüstung
    [deployment] Aufstellen der Kämpfer
    [scouting] Aufklärung
    [initiative] Initiative
    [ready] Schritt „Bereit“
    [gambit] strategische Gambits
    [ploys] Strategielisten
    [target_reveal] Schritt „Ziele aufdecken“
    [firefight] Gefechtsphase
    [end] Ende des Wendepunkts
    [ended] Ende der Schlacht
   *[other] { $phase }
 }
term-intent = { $kind ->
    [activate] Aktivierung
    [answer] Antwort
    [branch] Abzweigung von einem anderen Spiel
    [call] Meldung einer Störung
    [challenge] angezweifeltes Urteil
    [choose_equipment] Ausrüstung
    [declare_damage] Berichtigung der Lebenspunkte
    [declare_place] Berichtigung einer Position
    [declare_stat] Änderung eines Profilwerts
    [declare_status] Berichtigung eines Befehlsmarkers
    [deploy] Aufstellung
    [set_up_again] Aufstellung durch eine Regel
    [drop_marker] Ablegen eines Markers
    [end_activation] Ende der Aktivierung
    [end_battle] Ende der Schlacht
    [end_stage] Ende der Phase
    [hand_over] Übergabe des Platzes an ein anderes Gerät
    [mend] behobene Störung
    [pass_turn] Passen
    [place_equipment] Aufstellen der Ausrüstung
    [place_marker] Berichtigung eines Markers
    [play_on] Spiel, das von einem anderen aus weitergeht
    [propose] Vorschlag
    [react] Aktion außer der Reihe
    [redo] Wiederholen
    [remove_marker] Entfernen eines Markers
    [remove_operative] Entfernen
    [reveal] aufgedeckte Wahl
    [revive] Rückkehr in die Schlacht
    [score] Punkte
    [seal] geheime Wahl
    [see_roll] Wurf im Würfelteller
    [set_policy] Änderung, wie eine Regel angewendet wird
    [set_terrain] Änderung des Geländes
    [set_threshold] Änderung der nötigen Sicherheit
    [set_up] Aufbau des Spiels
    [spring] Mine
    [trigger] Reihenfolge von Regeln
    [undo] Rückgängig
    [use_ploy] Kriegslist
   *[other] { $kind }
 }
