### Dateien von Spielen: Teams, Missionen und Pakete

## Texte, die größer oder tiefer sind als jede solche Datei. Teile, als $fault von file-not-json und file-not-toml.

record-nested = Listen und Objekte sind mehr als { $deepest } tief verschachtelt
record-dotted = der Name { QUOTE($name) }... hat mehr als { $most } Teile
record-long = sie hat { $found } Zeichen, erwartet sind höchstens { $most }
record-long-list = eine Liste hat { $found } Einträge, erwartet sind höchstens { $most }
record-large-number = eine Zahl hat { $bits } Bits, erwartet sind höchstens 63
record-many-values = sie hat mehr als { $most } Werte

record-not-utf-8 = { $file } ist kein Text in UTF-8: Byte { $byte } ist ungültig. Erwartet: { $kind }.

## Arten von Dateien. Teile, als $kind.

record-kind-roster = eine Teamliste, eine Liste von KTDash, New Recruit oder BattleScribe
record-kind-mission = eine Missionsdatei
record-kind-pack = eine Paketdatei

## Ein Feld, das nicht ist wie erwartet

record-field = { $field }: { QUOTE($found) } gefunden, { $expected }.
record-field-of = { $field } ({ $name })
record-whole = die ganze Datei
record-fault = { $field }: { $fault }

## Was erwartet war. Teile, als $expected.

record-required = dieses Feld muss da sein
record-no-such-field = dieses Feld gibt es nicht: Lass es weg
record-expected-whole-number = erwartet eine ganze Zahl
record-expected-number = erwartet eine Zahl
record-expected-finite-number = erwartet eine Zahl, die nicht unendlich ist
record-expected-text = erwartet Text
record-expected-true-or-false = erwartet true oder false
record-expected-list = erwartet eine Liste
record-expected-fields = erwartet Felder mit ihren Werten
record-expected-nothing = erwartet nichts
record-expected-more-than = erwartet mehr als { $limit }
record-expected-at-least = erwartet mindestens { $limit }
record-expected-less-than = erwartet weniger als { $limit }
record-expected-at-most = erwartet höchstens { $limit }
record-expected-more-entries = erwartet mindestens { $limit ->
    [one] { $limit } Eintrag
   *[other] { $limit } Einträge
 }
record-expected-fewer-entries = erwartet höchstens { $limit ->
    [one] { $limit } Eintrag
   *[other] { $limit } Einträge
 }
record-expected-longer-text = erwartet mindestens { $limit } Zeichen
record-expected-shorter-text = erwartet höchstens { $limit } Zeichen
record-expected-one-of = erwartet { $limit }
record-expected-pattern = erwartet Text der Form { $limit }

## Kämpfer eines Teams

record-operative-number = Kämpfer { QUOTE($operative) }: { $stat ->
    [apl] APG
    [move] Bewegung
    [wounds] Lebenspunkte
   *[other] { $stat }
 } ist { $found }. Erwartet: { $low } bis { $high }.
record-operative-roll = Kämpfer { QUOTE($operative) }: { $stat ->
    [save] Rüstungswurf
   *[other] Rettungswurf
 } ist { $found }+. Erwartet: 2+ bis 7+.
record-operative-twice = Team { QUOTE($team) }: Zwei Kämpfer haben die Kennung { QUOTE($operative) }. Benutze jede nur einmal.
record-ploy-twice = Team { QUOTE($team) }: Zwei Kriegslisten heißen { QUOTE($ploy) }. Benutze jeden Namen nur einmal.
record-operative-unknown = Das Team hat keinen Kämpfer { QUOTE($operative) }. Vorhanden: { LIST($known) }.
