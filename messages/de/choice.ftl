### Antworten auf Fragen: Beschriftungen, und was eine Antwort bewirkt

choice-pass = Passen
choice-nobody = Niemand
# Kennung und Name eines Kämpfers.
choice-operative = { NAME($operative) } { $name }
choice-activate = { NAME($operative) } { $name }, { $order ->
    [engage] Gefecht
   *[conceal] Verbergen
 }
choice-no-interrupt = Nicht unterbrechen
choice-no-interrupt-outside = Nicht unterbrechen: nicht in Kontrollreichweite. Weiter auf Wache: { LIST(NAME($guards)) }
choice-no-interrupt-inside = Nicht unterbrechen: in Kontrollreichweite. Nicht mehr auf Wache: { LIST(NAME($guards)) }
choice-end = { $reaction ->
    [activation] Aktivierung
    [counteract] Gegenmaßnahme
    [overwatch] Feuerbereitschaft
    [guard] Wache
   *[other] Kostenlose Aktion
 } von { NAME($operative) } beenden
choice-everything-scored = Alles ist gewertet
choice-not-scored = Noch nicht gewertet: { LIST($points) }
choice-points-open = { $vp } SP aus { $op } für { NAME($player) }
choice-initiative = Initiative: { NAME($player) }
choice-initiative-zone = Initiative: { NAME($player) }. Absetzzone von { NAME($owner) }: { $zone }
choice-no-equipment = Keine Ausrüstung
choice-equipment = { $item ->
    [ammo_cache] Munitionslager
    [comms_device] Funkgerät
    [heavy_barricade] Schwere Barrikade
    [ladders] Leitern
    [light_barricades] Leichte Barrikaden
    [mines] Minen
    [portable_barricade] Tragbare Barrikade
    [razor_wire] Stacheldraht
   *[other] { $item }
 }
choice-grenades = Granaten: { $one }, { $other }
choice-no-scouting = Keine Aufklärung
choice-primary-op = Hauptop: { $op }
choice-primary-op-effect = Geheim gewählt. Am Ende der Schlacht zählt die Hälfte seiner Punkte noch einmal.
choice-tac-op-later = Jetzt nicht eingeben
choice-tac-op-later-effect = Der Tac Op bleibt auf deiner Karte. Du kannst ihn später am Telefon unter „Spiel“ eingeben.
choice-reveal = { $op } aufdecken

## Vorschläge, angezweifelte Urteile, kampfunfähige Kämpfer, Regeln, die zusammentreffen

choice-refuse = Nein
choice-refuse-move = Bewegung verwerfen: Stelle das Modell zurück.
choice-move-counted = Gemessen: { LIST($lengths) }{ $rounded ->
    [yes] , zählt als { COST($cost) }
   *[no] {""}
 }. Noch { INCHES($left) } übrig.
    .fails = Gemessen: { LIST($lengths) }{ $rounded ->
        [yes] , zählt als { COST($cost) }
       *[no] {""}
     }. Höchstens { INCHES($of) }: Stelle das Modell um mindestens { INCHES($over) } zurück.
choice-needs-agreement = Das braucht die Zustimmung von { LIST(NAME($players)) }.
choice-uphold = Urteil bestätigen
choice-uphold-effect = Das kann jeder der beiden Spieler wählen.
choice-roll-off = Auswürfeln
choice-roll-off-effect = Beide würfeln einen Würfel. Der höhere entscheidet; bei Gleichstand wird neu gewürfelt.
choice-take-back = Zurücknehmen
choice-put-down-here = Am Platz des Kämpfers
choice-last-action = Eine kostenlose Aktion ausführen
choice-no-last-action = Keine kostenlose Aktion
choice-rule = { $rule } ({ NAME($player) })
