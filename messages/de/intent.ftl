### Was jemand tun wollte, in wenigen Worten. Zeilen der Mitschrift und Teile anderer Texte.

intent-act = { NAME($operative) }: { $action }
intent-act-target = { NAME($operative) }: { $action }, Ziel { NAME($target) }
intent-ploy = { NAME($player) }: Kriegslist „{ $ploy }“
intent-ploy-cost = { NAME($player) }: Kriegslist „{ $ploy }“, { $cost } BP
intent-secret-choice = { NAME($player) }: { $topic }, geheim gewählt
# $who: ein Kämpfer oder Spieler. $deed: ein Hauptwort, etwa "Ende der Aktivierung".
intent-deed = { NAME($who) }: { $deed }
intent-alone = { $kind ->
    [branch] Abzweigung von einem anderen Spiel
    [call] Meldung einer Störung
    [challenge] Urteil angezweifelt
    [end_battle] Ende der Schlacht
    [end_stage] Ende der Phase
    [hand_over] Platz an ein anderes Gerät abgegeben
    [mend] Störung behoben
    [place_marker] Marker berichtigt
    [propose] Vorschlag
    [redo] Wiederholen
    [remove_marker] Marker entfernt
    [see_roll] Wurf im Würfelteller
    [set_policy] Umgang mit einer Regel geändert
    [set_terrain] Gelände geändert
    [set_threshold] Nötige Sicherheit geändert
    [set_up] Aufbau des Spiels
    [trigger] Reihenfolge der Regeln
    [undo] Rückgängig
   *[other] { $kind }
 }
intent-answer = { $question } – { $answer }
intent-dice = { $dice }
intent-thrown = { $dice } ({ $throws })
intent-rolled = { $dice } (vom Programm gewürfelt)
intent-last-answer = die letzte Antwort auf eine Frage

## Fehler in der Eingabe

intent-field-unknown = Vorhaben „{ $intent }“: Ein Feld { $field } gibt es dafür nicht (gefunden: { QUOTE($found) }). Lass es weg.
