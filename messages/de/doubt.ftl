### Zu knapp in einem Schuss oder Kampf: Fragen an beide Spieler, und ihre Antworten

doubt-question = { $what }? Zu knapp. { SENTENCES($questions) }
doubt-helps = Hilft { NAME($operative) }: nur mit einem Gegner in { $range }?
doubt-garrisoned = Ist { NAME($operative) } ganz in der Festung?
doubt-near = Ist { NAME($operative) } nah genug an { NAME($other) }?
# $given, $otherwise: die Zahl der Waffenregel Accurate, oder 0 für nichts.
doubt-vantage = Was gibt der Aussichtspunkt gegen { NAME($operative) }: { $given ->
    [0] nichts
   *[other] Accurate { $given }
 } oder { $otherwise ->
    [0] nichts
   *[other] Accurate { $otherwise }
 }?

## Antworten

doubt-in-line = Steht von jeder Seite der Base aus ein Kämpfer mit dem Befehl Gefecht in der Linie zu { NAME($operative) }? Das kostet einen Attackenwürfel.
doubt-answers = { COMMAS($answers) }
doubt-is-helping = { NAME($operative) } hilft
doubt-not-helping = { NAME($operative) } hilft nicht
doubt-is-garrisoned = { NAME($operative) } ist ganz in der Festung
doubt-not-garrisoned = { NAME($operative) } ist nicht ganz in der Festung
doubt-is-near = { NAME($operative) } ist nah genug
doubt-not-near = { NAME($operative) } ist nicht nah genug
doubt-is-in-line = ein Attackenwürfel weniger
doubt-not-in-line = alle Attackenwürfel
doubt-vantage-gives = Aussichtspunkt gibt { $number ->
    [0] nichts
   *[other] Accurate { $number }
 }
