### Chancen von Schüssen und Kämpfen, und Ergebnisse im Vergleich dazu

chance-attack = { CHANCE($down) } kampfunfähig, im Mittel { DECIMAL($damage) } Schaden
chance-attack-vantage = { CHANCE($down) } kampfunfähig, im Mittel { DECIMAL($damage) } Schaden; zu knapp: { $claim }
chance-fight = { CHANCE($down) } kampfunfähig, im Mittel { DECIMAL($damage) } Schaden, { CHANCE($own) } Risiko, selbst kampfunfähig zu werden

## Ergebnisse

chance-result-down = { $damage } Schaden (im Mittel { DECIMAL($average) }); die Chance war { CHANCE($chance) }
chance-result-none = Kein Schaden (im Mittel { DECIMAL($average) }); die Chance war { CHANCE($chance) }
chance-result = { $damage } Schaden (im Mittel { DECIMAL($average) }); so viel oder mehr in { CHANCE($chance) } der Fälle
