### Ablehnungen: warum etwas jetzt nicht geht

## Wer und was es gibt

refusal-operative-unknown =
    .fails = In diesem Spiel heißt kein Kämpfer { QUOTE($operative) }.
refusal-player-unknown =
    .fails = In diesem Spiel heißt kein Spieler { QUOTE($player) }.
refusal-not-yours =
    .fails = Das kann nur { NAME($owner) } tun, nicht { NAME($player) }.
refusal-off-killzone =
    .fails = { NAME($operative) } ist nicht in der Killzone.
refusal-not-deployed =
    .fails = { NAME($operative) } ist noch nicht aufgestellt. Hole das zuerst nach.
refusal-not-standing =
    .fails = { NAME($operative) } ist kampfunfähig oder nicht in der Killzone.
refusal-incapacitated =
    .fails = { NAME($operative) } ist kampfunfähig.

## Züge und Aktivierungen

refusal-other-turn =
    .fails = Jetzt ist { NAME($player) } am Zug.
refusal-other-turn-read =
    .fails = Jetzt ist { NAME($player) } am Zug ({ $reading }).
refusal-no-turn =
    .fails = Jetzt ist niemand am Zug.
refusal-dice-open =
    .fails = Es sind noch Würfel offen. Handle sie zuerst ab.
refusal-expended =
    .fails = { NAME($operative) } ist verbraucht. Wähle einen Kämpfer, der bereit ist.
refusal-other-active =
    .fails = { NAME($active) } ist noch aktiv. Beende zuerst diese Aktivierung.
refusal-not-active =
    .fails = { NAME($operative) } ist nicht aktiv. Aktiv ist { NAME($active) }.
refusal-not-activated =
    .fails = { NAME($operative) } ist nicht aktiv. Aktiviere den Kämpfer zuerst.
refusal-may-interrupt =
    .fails = Erst entscheidet: { LIST(NAME($players)) }. Unterbrich mit einem Kämpfer auf Wache, oder passe.
refusal-nothing-to-pass =
    .fails = Passen geht nicht: { NAME($player) } ist nicht am Zug.
refusal-must-activate =
    .fails = { NAME($player) } kann nicht passen: Ein befreundeter Kämpfer ist noch bereit.
refusal-reaction-open =
    .fails = Ein anderer Kämpfer handelt noch außer der Reihe. Schließe das zuerst ab.
refusal-no-interrupt-now =
    .fails = { NAME($player) } kann jetzt nicht unterbrechen: Gerade ist keine gegnerische Aktion zu Ende gegangen.
refusal-activation-open =
    .fails = Eine Aktivierung läuft noch. Beende sie zuerst.
refusal-phase =
    .fails = In der jetzigen Phase ({ $phase }) nicht möglich.
refusal-intent-phase =
    .fails = In dieser Phase nicht möglich: { $intent }. Jetzige Phase: { $phase }.
refusal-intent-elsewhere = Hier nicht möglich: { $intent }.

## Aktionen

refusal-ap-short =
    .fails = { $action } kostet { $cost } AP, übrig: { $left } AP.
refusal-ap-short-read =
    .fails = { $action } kostet { $cost } AP, übrig: { $left } AP ({ $note }).
refusal-free-action-open =
    .fails = Eine andere kostenlose Aktion läuft schon. Beende sie zuerst.
refusal-free-action-own =
    .fails = Gerade ist { NAME($operative) } aktiv. Eine kostenlose Aktion gehört zu dieser Aktivierung.
refusal-one-action =
    .fails = Hier ist nur eine Aktion erlaubt ({ $reaction ->
        [counteract] Gegenmaßnahme
        [guard] Wache
        [overwatch] Feuerbereitschaft
        [activation] Aktivierung
       *[other] kostenlose Aktion
    }), und die ist getan. Beende jetzt.
refusal-action-operatives =
    .fails = { $action } geht nur mit { LIST(NAME($operatives), last: "or") }.
refusal-action-keywords =
    .fails = { $action } geht nur mit Kämpfern, die diese Schlüsselwörter haben: { LIST($keywords) }.
refusal-command-rerolls =
    .fails = { NAME($player) }: { $uses ->
        [one] 1 Command Re-roll
       *[other] { $uses } Command Re-rolls
    } eingegeben, aber nur { $left } BP übrig.
refusal-no-attack-dice =
    .fails = { $action } hat keine Attackenwürfel. Gewürfelt wird für { LIST($known, last: "or") }.
refusal-target-missing =
    .fails = { $action }: Wähle ein Ziel.
refusal-weapon-missing =
    .fails = { $weapons ->
        [none] { $action } braucht eine { $type ->
            [melee] Nahkampfwaffe
           *[ranged] Fernkampfwaffe
        }, aber keine ist einsetzbar.
       *[other] { $action }: Wähle eine Waffe, { LIST($weapons, last: "or") }.
    }
refusal-results-and-dice =
    .fails = Gib die Ergebnisse ein oder lass würfeln, nicht beides.
refusal-weapon-unknown =
    .fails = { NAME($operative) } hat keine Waffe { QUOTE($weapon) }.
refusal-weapon-type =
    .fails = { $action } braucht eine { $type ->
        [melee] Nahkampfwaffe
       *[ranged] Fernkampfwaffe
    }. { $weapon } ist eine { $found ->
        [melee] Nahkampfwaffe
       *[ranged] Fernkampfwaffe
    }.
refusal-no-weapon =
    .fails = { NAME($operative) } hat keine { $type ->
        [melee] Nahkampfwaffe
       *[ranged] Fernkampfwaffe
    }.
refusal-rule-counts =
    .fails = Die Waffenregel { $rule } gilt immer. Du kannst sie nicht weglassen.
refusal-no-paused-move =
    .fails = Es gibt keine unterbrochene Aktion, die weitergehen könnte: { $action }.
refusal-interrupt-action =
    .fails = Ein Kämpfer auf Wache kann nur mit { LIST($allowed, last: "or") } unterbrechen, nicht mit { $action }.
refusal-hatch-missing =
    .fails = Wähle die Luke.
refusal-weapon-used-up =
    .fails = Aufgebraucht: { $weapon }, { $used } von { $limit } Mal eingesetzt.
refusal-weapon-used-up-read =
    .fails = Aufgebraucht: { $weapon }, { $used } von { $limit } Mal eingesetzt ({ $note }).
refusal-supply-used-up =
    .fails = { $item }: nichts mehr übrig oder nicht ausgewählt.

## Aktionen eines Missionspakets

refusal-target-keywords =
    .fails = Ziel von { $action } kann nur ein Kämpfer sein, der diese Schlüsselwörter hat: { LIST($keywords) }.
refusal-marker-kind =
    .fails = { $action }: Wähle einen Marker dieser Art: { $kind ->
        [objective] Missionsziel
        [smoke] Rauch
        [mine] Mine
       *[other] { $kind }
    }.
refusal-action-used-up =
    .fails = { $action } wurde { $period ->
        [battle] in dieser Schlacht
       *[other] an diesem Wendepunkt
    } schon { $used } von { $limit } Mal ausgeführt.
refusal-action-points =
    .fails = Zu wenige BP: { $action } kostet { $cost }, { NAME($player) } hat { $left }.

## Korrekturen von Hand

refusal-damage-zero =
    .fails = 0 Schaden ändert nichts. Gib eine andere Zahl ein.
refusal-no-wounds-lost =
    .fails = { NAME($operative) } hat keine Lebenspunkte verloren.
refusal-stat-unknown =
    .fails = Es gibt keinen Wert { QUOTE($stat) }. Möglich: { LIST($known) }.
refusal-stat-unchanged =
    .fails = Mit 0 bleibt der Wert { $stat } gleich. Gib eine andere Zahl ein.
refusal-order-kept =
    .fails = { NAME($operative) } behält bis zur nächsten Aktivierung den Befehl { $order ->
        [engage] Gefecht
       *[conceal] Verbergen
    }.
refusal-readiness =
    .fails = { NAME($operative) } ist { $ready ->
        [yes] bereit
       *[no] verbraucht
    }. Nur die Spielleitung kann das ändern.
refusal-marker-without-place = Die Position von { NAME($operative) } ist unbekannt, und { NAME($operative) } trägt { NAME($marker) }. Gib zuerst die Position von { NAME($operative) } ein.
refusal-not-down =
    .fails = { NAME($operative) } ist nicht kampfunfähig.
refusal-wounds-above-card =
    .fails = { $wounds } Lebenspunkte sind zu viel: Auf der Karte von { NAME($operative) } stehen { $most }.
refusal-rule-owners =
    .fails = Diese Spieler haben keinen Platz: { LIST($players) }.
refusal-rule-twice =
    .fails = Eine Regel kommt zweimal vor. Nenne jede nur einmal.
refusal-order-open =
    .fails = Die Reihenfolge anderer Regeln ist noch offen. Entscheide sie zuerst.

## Strategie- und Gefechtslisten, geheime Wahl, Punkte

refusal-primary-op =
    .fails = Wähle einen Hauptop von diesen: { LIST($known, last: "or") }.
refusal-tac-op-card =
    .fails = { NAME($player) } hat keine Tac-Op-Karte mit diesem Namen. Wähle eine der Karten.
refusal-strategy-ploy =
    .fails = { $ploy } ist eine Strategielist. Setze sie vor der Gefechtsphase ein.
refusal-firefight-ploy =
    .fails = { $ploy } ist eine Gefechtslist. Setze sie in der Gefechtsphase ein.
refusal-ploy-with-dice =
    .fails = { $ploy } wird nach dem Würfeln eingesetzt. Du findest sie dann bei den Würfeln.
refusal-ploy-used =
    .fails = { $ploy } wurde an diesem Wendepunkt schon eingesetzt.
refusal-cp-short =
    .fails = Zu wenige BP: { $ploy } kostet { $price }, übrig: { $left }.
refusal-secret-unknown =
    .fails = Es gibt keine geheime Wahl { QUOTE($topic) }. Möglich: { LIST($known) }.
refusal-secret-phase =
    .fails = In dieser Phase nicht wählbar: { $topic }. Jetzige Phase: { $phase }.
refusal-secret-late =
    .fails = Nur am ersten Wendepunkt wählbar: { $topic }.
refusal-secret-made =
    .fails = Schon gewählt: { $topic }.
refusal-secret-missing =
    .fails = Es gibt nichts aufzudecken. Noch nicht gewählt: { $topic }.
refusal-secret-revealed =
    .fails = Schon aufgedeckt: { $topic }.
refusal-op-unknown =
    .fails = Diesen Op gibt es nicht. Gewertet werden: { LIST($known) }.
refusal-vp-zero =
    .fails = 0 SP ändern nichts. Gib eine andere Zahl ein.
refusal-op-full =
    .fails = { $op }: Alle { $cap } SP sind schon gewertet.
refusal-vp-back =
    .fails = Nur die Spielleitung kann Punkte zurücknehmen.
refusal-op-at-end =
    .fails = { $op }: Diese Punkte kommen am Ende der Schlacht von selbst dazu.
refusal-vp-below-zero =
    .fails = { $op }: Zurücknehmen lassen sich höchstens { $has } SP.

## Aufstellung und Ende der Schlacht

refusal-set-up-already =
    .fails = { NAME($operative) } ist schon aufgestellt oder nicht mehr in der Schlacht.
refusal-too-many-options =
    .fails = Zu viel ausgewählt: { $found }. Höchstens { $most } sind erlaubt.
refusal-equipment-revealed =
    .fails = { NAME($player) }: Die Ausrüstung ist schon ausgewählt.
refusal-option-twice =
    .fails = Jede Option ist nur einmal wählbar. Doppelt: { LIST($options) }.
refusal-options-unknown =
    .fails = Keine Ausrüstung heißt { LIST($options, last: "or") }. Möglich: { LIST($known) }.
refusal-options-not-in-mission =
    .fails = In dieser Mission nicht erlaubt: { LIST($options) }.
refusal-item-not-selected =
    .fails = { $chosen ->
        [none] { $item } wurde nicht ausgewählt, auch keine andere Ausrüstung.
       *[other] { $item } wurde nicht ausgewählt. Ausgewählt: { LIST($chosen) }.
    }
refusal-item-others =
    .fails = { $item } gehört hier zu { NAME($player) }. Stelle deine eigene Ausrüstung auf.
refusal-item-kind =
    .fails = { $item } ist kein Marker dieser Art: { $kind ->
        [objective] Missionsziel
        [smoke] Rauch
        [mine] Mine
       *[other] { $kind }
    }.
refusal-item-set-up =
    .fails = { NAME($player) }: { $item } ist schon aufgestellt.
refusal-game-set-up =
    .fails = Das Spiel ist schon aufgebaut. Mach das rückgängig oder beginne ein anderes Spiel.
refusal-two-seats =
    .fails = Ein Spiel braucht zwei Plätze mit verschiedenen Namen. Gefunden: { LIST($seats) }.
refusal-operatives-twice =
    .fails = Mehrere Kämpfer haben dieselbe Kennung: { LIST($ids) }. Gib jedem eine eigene.
refusal-markers-twice =
    .fails = Mehrere Marker haben dieselbe Kennung: { LIST($ids) }. Gib jedem eine eigene.
refusal-terrain-twice =
    .fails = Mehrere Geländeteile haben dieselbe Kennung: { LIST($ids) }. Gib jedem eine eigene.
refusal-operatives-without-seat =
    .fails = Es gibt Kämpfer von Spielern ohne Platz: { LIST($players) }.
refusal-actions-twice =
    .fails = Zwei Aktionen des Missionspakets heißen gleich. Gib jeder einen eigenen Namen.
refusal-ploys-without-seat =
    .fails = Es gibt Kriegslisten von Spielern ohne Platz: { LIST($players) }.
refusal-tac-ops-without-seat =
    .fails = Es gibt Tac Ops von Spielern ohne Platz: { LIST($players) }.
refusal-ploys-twice =
    .fails = Mehrere Kriegslisten heißen gleich: { LIST($ploys) }.
refusal-places-unknown =
    .fails = Es gibt Positionen von Kämpfern, die in keinem Team sind: { LIST($ids) }.
refusal-game-not-set-up =
    .fails = Das Spiel ist noch nicht aufgebaut.
refusal-no-battle =
    .fails = Gerade läuft keine Schlacht.
