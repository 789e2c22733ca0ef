### Die Regie einer Übertragung: Karten auf Sendung, Karten, die folgen

director-title = Regie
director-on-air = Auf Sendung
director-nothing = Nichts
director-next = Als Nächstes
director-none-next = Keine Karte wartet.
director-show-pin = Zeigen und anheften
director-drop = Verwerfen
director-resume = Weiter
director-hold = Anhalten
director-skip = Überspringen
director-pin = Anheften
director-unpin = Lösen
director-overlays = Einblendungen und ihre Adressen
