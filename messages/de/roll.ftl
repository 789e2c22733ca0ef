### Würfel und Entscheidungen, während geschossen oder gekämpft wird

## Würfel

roll-face = Kein Würfel zeigt { $found }. Eingegeben: { LIST($dice) }. Jeder Würfel zeigt eine ganze Zahl von 1 bis 6.
roll-count = { $found ->
    [one] 1 Würfel
   *[other] { $found } Würfel
 } eingegeben ({ LIST($dice) }), erwartet { $expected ->
    [one] wird 1 Würfel
   *[other] werden { $expected } Würfel
 }.
roll-dice-not-due = Jetzt werden keine Würfel erwartet. Eingegeben: { LIST($dice) }. { $due }
roll-choice-first = { $stage ->
    [block] Beim Blocken
   *[other] Bei diesem Schritt
 } wird nicht gewürfelt: Hier entscheidet { NAME($player) }.
roll-weapon-first = Noch wird nicht gewürfelt: { NAME($player) } wählt zuerst eine Nahkampfwaffe.

## Auswahl

roll-choice-form = { QUOTE($found) } ist keine Auswahl. Erwartet: eine Aktion, eine Regel und Zahlen, zum Beispiel re-roll:balanced:2.
roll-choice-not-due = { QUOTE($choice) } ist jetzt nicht möglich. { $due }
roll-choice-refused = { QUOTE($choice) } ist { $stage ->
    [block] beim Blocken
   *[other] bei diesem Schritt
 } nicht möglich. Möglich: { LIST($offered, last: "or") }{ $readings ->
    [none] .
   *[other] {" "}({ LIST($readings) }).
 }
roll-dice-first = { QUOTE($choice) } ist { $stage ->
    [block] beim Blocken
   *[other] bei diesem Schritt
 } nicht möglich: Dort { $dice ->
    [one] wird 1 Würfel
   *[other] werden { $dice } Würfel
 } geworfen.
roll-no-command-point = { QUOTE($choice) } ist nicht möglich: { NAME($player) } hat keine BP mehr.
roll-due-dice = Erwartet: { $dice ->
    [one] 1 Würfel
   *[other] { $dice } Würfel
 } { $side ->
    [attacker] des Angreifers
   *[defender] des Verteidigers
 }.
roll-due-choice = Erwartet: eine Entscheidung { $side ->
    [attacker] des Angreifers
   *[defender] des Verteidigers
 }.
roll-due-nothing = Alle Würfel sind abgehandelt.
roll-fight-over = Der Kampf ist vorbei. Würfel und Entscheidungen werden nicht mehr erwartet.
roll-shooting-over = Das Schießen ist vorbei. Würfel und Entscheidungen werden nicht mehr erwartet.
roll-stage-unknown = Die Würfel haben keinen Schritt { QUOTE($stage) }. Die Schritte: { LIST($known) }.

## Neu würfeln. Würfel werden ab 0 gezählt.

roll-reroll-refused = { QUOTE($choice) } ist nicht möglich: Keine Regel erlaubt, diese Würfel neu zu werfen ({ LIST($dice) }).
roll-die-unknown = Es gibt keinen Würfel { $die }.
roll-die-unrolled = Würfel { $die } wurde ohne Wurf behalten und kann deshalb nicht neu geworfen werden.
roll-die-twice = Würfel { $die } wurde schon neu geworfen. Das geht nur einmal.
roll-reroll-unknown = Hier gibt es keine Regel { QUOTE($source) }, mit der neu gewürfelt wird.
roll-reroll-face = Die Regel { QUOTE($source) } erlaubt hier nicht, eine { $face } neu zu würfeln.

## Fragen zu Würfeln

roll-asked = { NAME($player) }, { $action }{ $targets ->
    [none] {""}
   *[other] {" "}auf { LIST(NAME($targets)) }
 }: { $stage ->
    [block] Blocken
   *[other] Würfel
 }{ $readings ->
    [none] {""}
   *[other] {" "}({ LIST($readings) })
 }
roll-throw = { $purpose }: { $dice ->
    [one] 1 Würfel
   *[other] { $dice } Würfel
 } werfen{ $needed ->
    [none] {""}
   *[other] , { COMMAS($needed) }
 }
roll-shoots = { NAME($player) } schießt
roll-shoots-target = { NAME($player) } schießt auf { NAME($target) }
roll-fights = { NAME($player) } kämpft gegen { NAME($target) }
roll-fights-back = { NAME($player) } schlägt zurück
roll-defends = { NAME($player) } verteidigt { NAME($target) }
roll-rerolls = { NAME($player) } würfelt neu
roll-hits-on = Treffer auf { $face }+
roll-saves-on = Abwehr auf { $face }+
roll-criticals-on = kritisch auf { $face }+
roll-ask-test = { NAME($player) } testet { $rule }: 1 Würfel werfen, { $worst ->
    [1] bei 1
   *[other] bei 1 bis { $worst }
 } nimmt { NAME($user) } Schaden
roll-turn = { NAME($player) }: einen Würfel neu werfen? Übrig: { COMMAS($left) }. Danach: { NAME($foe) }.
roll-turn-last = { NAME($player) }: Würfel neu werfen? Übrig: { COMMAS($left) }.
roll-left = { $rule } { $dice ->
    [one] 1 Würfel
   *[other] { $dice } Würfel
 }
roll-ask-target = { NAME($player) }: welches Ziel als Nächstes?
roll-ask-share = { NAME($player) }: wie viele der Würfel gegen { NAME($target) }?
roll-ask-shelter = { NAME($player) }: Ist { NAME($target) } in Deckung oder verdeckt?
roll-ask-weapon = { NAME($player) }: welche Waffe für { NAME($target) }?
roll-ask-unrolled = { NAME($player) }: Würfel ohne Wurf behalten?
roll-ask-attack-reroll = { NAME($player) }: Attackenwürfel neu werfen?
roll-ask-fight-reroll = { NAME($player) }: einen Würfel neu werfen?
roll-ask-defence-reroll = { NAME($player) }: Verteidigungswürfel neu werfen?
roll-ask-raise = { NAME($player) }: einen Würfel durch eine Regel verbessern?
roll-ask-invulnerable = { NAME($player) }: den Rettungswurf nutzen?
roll-ask-cover = { NAME($player) }: die Abwehr durch Deckung nehmen?
roll-ask-block = { NAME($player) }: Welche Abwehr blockt welchen Treffer?
roll-ask-resolve = { NAME($player) }: zuschlagen oder { $word ->
    [parry] parieren
   *[block] blocken
 }?
roll-ask-other = { NAME($player) }: { $stage ->
    [block] Welche Treffer blocken
   *[other] Wie weiter
 }?
roll-ask-by-reading = { $question } ({ $reading })

## Was die Kamera nicht entscheiden kann

roll-doubt-cover = Zu knapp: Ist { NAME($target) } in Deckung? Entscheidet gemeinsam.
roll-doubt-obscured = Zu knapp: Ist { NAME($target) } verdeckt? Entscheidet gemeinsam.
roll-doubt-smoke = Zu knapp: Ist { NAME($target) } im Rauch, sodass Piercing weniger zählt? Entscheidet gemeinsam.
roll-doubt-shot = Zu knapp: Ist { NAME($target) } nah genug, um auch beschossen zu werden? Entscheidet gemeinsam.
roll-doubt-hurt = Zu knapp: Ist { NAME($target) } nah genug, um auch Schaden zu nehmen? Entscheidet gemeinsam.

## Zeilen neben den Würfeln

roll-note-obscured = verdeckt: kritische Erfolge zählen als normale, ein Erfolg fällt weg
roll-note-discarded = ein Erfolg fällt weg
roll-note-rerolled = { $rule }: { $dice } neu geworfen
roll-note-kept = { $rule }: { $dice } ohne Wurf behalten
roll-note-used = { $rule }
roll-note-tested = { $rule }: { $face }, { $lost ->
    [0] kein Schaden
   *[other] { $lost } Schaden
 }

## Was jede Regel an den Würfeln ändert

roll-change = { $rule }: { COMMAS($dice) } → { $after }
roll-change-kept = { $rule }: { $dice ->
    [one] 1 Würfel
   *[other] { $dice } Würfel
 } ohne Wurf behalten: { $after }
roll-change-rerolled = { $rule }: { COMMAS($dice) }
roll-change-face = { $was } → { $now }
roll-change-discarded = { $rule }: { COMMAS($dice) } entfernt
roll-rule-obscured = Verdeckt
roll-rule-cover = Deckung
roll-rule-invulnerable = Rettungswurf

## Schaden eines Schusses

roll-damage = Schaden: { LIST($parts) } = { $total }. LP: { $before } → { $after }
roll-damage-none = Kein Schaden. LP: { $wounds }
roll-damage-normals = { $hits } × { $damage }
roll-damage-criticals = { $hits } × { $damage } kritisch
roll-damage-rule = { $rule } { $amount }

## Zahl der Würfel

roll-attack-dice = { $dice ->
    [one] 1 Würfel
   *[other] { $dice } Würfel
 }, Treffer auf { $hit }+, Schaden { $normal }/{ $critical }
roll-defence-dice = { $dice ->
    [one] 1 Würfel
   *[other] { $dice } Würfel
 }, Abwehr auf { $save }+
roll-fewer-defence-dice = { $rolled } von { $dice } Würfeln, Abwehr auf { $save }+
roll-chooses-weapon = noch keine Waffe gewählt
roll-no-retaliation = schlägt nicht zurück
roll-in-cover = in Deckung
roll-perhaps-in-cover = in Deckung: zu knapp
roll-obscured = verdeckt
roll-perhaps-obscured = verdeckt: zu knapp

## Ergebnisse

roll-strikes = { NAME($operative) } schlägt mit { $own ->
    [crit] einem kritischen Erfolg
   *[normal] einem normalen Erfolg
 } zu: { $damage } Schaden
roll-stops = { NAME($operative) } { $word ->
    [parry] pariert
   *[block] blockt
 } { $foe ->
    [crit] einen kritischen Erfolg
   *[normal] einen normalen Erfolg
 } mit { $own ->
    [crit] einem kritischen Erfolg
   *[normal] einem normalen Erfolg
 }
roll-gives-up = { NAME($operative) } verzichtet auf { $own ->
    [crit] einen kritischen Erfolg
   *[normal] einen normalen Erfolg
 }
roll-effects = { COMMAS($effects) }
roll-effect-none = kein Schaden
roll-effect-stops = stoppt den Erfolg
roll-effect-fallen = { NAME($operative) } hat keine Lebenspunkte mehr
roll-effect-falls = { NAME($operative) }: { $damage } Schaden, kampfunfähig
roll-effect-damage = { NAME($operative) }: { $damage } Schaden, { $before } → { $after }
    .spoken = { NAME($operative) }: { $damage } Schaden, von { $before } auf { $after }
roll-result = { NAME($operative) }: { COMMAS($parts) }
roll-result-wounds = { $before } → { $after }
    .spoken = von { $before } auf { $after }
roll-result-unhurt = unverletzt, { $wounds } von { $most }
roll-result-incapacitated = kampfunfähig
roll-result-injured = verwundet
roll-result-apl = APG { $sign }{ $change }

## Fehler einer Würfelfolge im Programm

roll-odds-dice = Die Chancen im Schritt { QUOTE($stage) } lassen sich nicht genau berechnen: Dort wird zu viel gewürfelt.
roll-stage-no-dice = Schritt { QUOTE($stage) } nimmt keine Würfel an.
roll-stage-no-choice = Schritt { QUOTE($stage) } nimmt keine Auswahl an.
roll-last-stage = Der letzte Schritt eines Kampfes muss Würfel abhandeln. Gefunden: { QUOTE($stage) }.
