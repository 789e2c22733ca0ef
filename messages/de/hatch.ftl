### Luken

hatch-near = { NAME($operative) } ist nah genug an einem Zugang.
    .fails = { NAME($operative) } ist nicht nah genug an einem Zugang.
hatch-not-held = Kein Gegner kontrolliert die offene Luke.
    .fails = Ein Gegner kontrolliert die offene Luke.
hatch-empty =
    .fails = Die Luke { NAME($hatch) } lässt sich nicht schließen. Im Weg: { LIST(NAME($inside)) }.
