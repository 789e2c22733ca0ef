### Teams aus KTDash, New Recruit und BattleScribe

## Ein Eintrag, der unlesbar ist: Er wird ersetzt, und das Team öffnet trotzdem

# $field: ein Pfad und ein Name, etwa ops.0.weapons.1.wepType (Frag grenade).
import-unread = { $field }: { $found } gefunden, erwartet { $expected }. { $instead }
# Teil, als $found.
import-found-nothing = nichts

## Was erwartet war. Teile, als $expected.

import-expects-distance = eine Entfernung wie 6"
import-expects-number = eine Zahl wie { QUOTE($example) }
import-expects-roll = ein Wurf wie „4+“
import-expects-damage = normaler und kritischer Schaden wie „3/4“
import-expects-base = ein Durchmesser wie 32, oder „60x35“
import-expects-short-text = höchstens { $most } Zeichen
import-expects-text = Text
import-expects-object = Felder mit ihren Werten
import-expects-list = eine Liste
import-expects-operatives = Kämpfer
import-expects-profile = eine Auswahl mit dem Profil eines Kämpfers
import-expects-edition = Kill Team von { LIST($years, last: "or") }
import-expects-times = 1 bis { $most }
import-expects-sign = ⌖ oder ⚔ vor dem Namen der Waffe
import-expects-dice = ATK, HIT und { $damage }
import-expects-type = R oder M

## Was stattdessen gilt, als $instead

import-read-as = Gelesen als { $value }.
import-cut = Auf die ersten { $most } Zeichen gekürzt: { $text }
import-left-out = Weggelassen.
import-no-team = Das Team hat noch keine Kämpfer.
import-edition-assumed = Als Liste von { $year } gelesen; fehlende Zahlen bekommen übliche Werte.
import-taken-for = Nach den übrigen Angaben als { $type ->
    [melee] Nahkampfwaffe
   *[ranged] Fernkampfwaffe
 } gelesen.
import-no-dice = Die Waffe hat keine Würfel: Gib von Hand ein, was sie tut.
import-no-damage = Als 0/0 gelesen: Gib von Hand ein, was sie tut.
import-no-base = Miss die Base nach.

## Dateien, die ganz unlesbar sind

import-no-operatives = { $file }: Keine Kämpfer gefunden. Erwartet: eine Teamliste mit { QUOTE("operatives") }, eine Liste von KTDash mit { QUOTE("ops") }, oder eine von New Recruit oder BattleScribe mit { QUOTE("forces") }.
import-no-forces = forces: Erwartet ist eine Liste von Verbänden mit ihrer Auswahl.
import-operatives-no-list = { $field }: { QUOTE($found) } gefunden. Erwartet: eine Liste von Kämpfern.
import-nothing-inside = { $file }: In der gepackten Datei ist keine .ros-Datei. Erwartet: eine .rosz-Datei von BattleScribe.
import-not-unpacked = { $file }: lässt sich nicht entpacken ({ $fault }). Erwartet: eine .rosz-Datei von BattleScribe.
import-not-xml = { $file }: kein gültiges XML ({ $fault }). Erwartet: eine .ros-Datei von BattleScribe.
import-too-long = { $file }: länger als { $most } Bytes. Erwartet: die Liste eines einzigen Kill Teams.
import-too-deep = { $file }: mehr als { $most } Elemente, oder mehr als { $deepest } tief verschachtelt. Erwartet: die Liste eines einzigen Kill Teams.
import-not-base64 = { $file }: kein gültiges Base64 ({ $fault }). Erwartet: { $kind }.

## Ausgabe

import-not-for-ktdash = Kämpfer { QUOTE($operative) }: Listen von KTDash haben weder Verteidigungswürfel noch Rettungswürfe. Dieses Team lässt sich deshalb nicht ausgeben.
