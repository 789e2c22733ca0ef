### Das Tastenfeld: vier Tasten, ein Drehknopf, ein Licht und ein Summer an GPIO-Pins

panel-none = Kein Tastenfeld. Nimm die Tasten auf der Seite.

## Warum es kein Tastenfeld gibt

panel-off = Das Tastenfeld ist in den Einstellungen abgeschaltet.
panel-no-gpio = Kein Tastenfeld: gpiozero findet auf dieser Maschine keine GPIO-Pins. Auf einem Raspberry Pi führe „sudo apt install python3-lgpio“ oder „pip install lgpio==0.2.2.0“ aus.
# $fault: der Fehler der Bibliothek gpiozero, auf Englisch.
panel-pins-unusable = Kein Tastenfeld: Seine Pins lassen sich nicht verwenden ({ $fault }). Mach sie frei oder wähle in den Einstellungen andere Pins.

## Fehler in den Einstellungen [panel]

# $known: die Tastendrücke, etwa „undo long“.
panel-press-unknown = „{ $press }“ ist kein Tastendruck. Erwartet wird { LIST($known, last: "or") }.
# Die Nummer eines Pins, oder „none“.
panel-light-pins = Das Licht hat blue auf Pin { $blue } und amber auf Pin { $amber }. Setze nur blue für eine RGB-LED, oder amber und blue = 0 für drei LEDs.
panel-knob-pins = Der Drehknopf hat knob_a auf Pin { $a } und knob_b auf Pin { $b }. Setze beide oder keinen.
panel-pin-twice = { $setting }: Pin { $pin } ist schon vergeben, an { $other }. Wähle einen anderen Pin.

## Beschreibungen der Einstellungen [panel]

panel-setting-enabled = Tastenfeld verwenden
panel-setting-confirm = Pin der Taste „Bestätigen“
panel-setting-undo = Pin der Taste „Rückgängig“; langes Drücken zweifelt das letzte Urteil an
panel-setting-measure = Pin der Taste „Messen“; langes Drücken wiederholt, was rückgängig gemacht wurde
panel-setting-next = Pin der Taste „Weiter“; doppeltes Drücken geht zurück, langes sagt die PIN zum Koppeln an
panel-setting-knob-a = erster Kontakt eines Drehknopfs (Drehen wirkt wie „Weiter“)
panel-setting-knob-b = Pin des zweiten Kontakts; dreht der Knopf falsch herum, vertausche knob_a und knob_b
panel-setting-knob = Pin der Taste im Drehknopf (wirkt wie „Bestätigen“)
panel-setting-red = Pin des roten Lichts
panel-setting-green = Pin des grünen Lichts
panel-setting-blue = Pin des blauen Lichts einer RGB-LED; 0, wenn es eine gelbe LED gibt
panel-setting-amber = Pin des gelben Lichts, bei drei LEDs
panel-setting-buzzer = Pin des Summers; 0 für keinen
panel-setting-common-anode = die LED hat eine gemeinsame Anode (ihr gemeinsames Bein liegt an Plus)
panel-setting-long = ab wann ein Druck als lang gilt, in Sekunden
panel-setting-double = höchste Zeit zwischen den zwei Drücken eines Doppeldrucks, in Sekunden
panel-setting-bounce = Entprellzeit der Kontakte, in Sekunden
panel-setting-presses = andere Handlungen für Tastendrücke, zum Beispiel "undo long" = "undo"; „nothing“ schaltet einen ab
