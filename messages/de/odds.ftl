### Chancen und Gleichmäßigkeit von Würfeln

odds-face = Kein Würfel zeigt { $found }. Jeder Würfel zeigt 1 bis 6.
odds-chances = Die Chance auf eine Sechs ist { $six }, das Niveau { $level } und die Trennschärfe { $power }. Erwartet: eine Chance von 0 bis 1, und ein Niveau unter der Trennschärfe, beide zwischen 0 und 1.
odds-fair-die = Ein fairer Würfel ist von einem fairen nicht zu unterscheiden. Gib für die Sechs eine andere Chance als 1 zu 6 an.
