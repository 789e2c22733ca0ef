### Kämpfen durch Öffnungen

opening-open =
    .fails = Keine offene Öffnung, durch die { NAME($operative) } kämpfen könnte.
opening-touched = { NAME($operative) } berührt eine Öffnung.
    .fails = { NAME($operative) } muss eine Öffnung berühren, um hindurch zu kämpfen. Die nächste ist { LENGTH($measured, digits: 2) } entfernt.
opening-beyond = { NAME($target) } ist auf der anderen Seite der Öffnung.
    .fails = { NAME($target) } ist nicht auf der anderen Seite der Öffnung.
opening-near = { NAME($target) } ist { LENGTH($measured) } von der Öffnung entfernt.
    .fails = { NAME($target) } muss innerhalb von { INCHES($required) } um die Öffnung sein, auf der anderen Seite.
opening-on-floor = { NAME($target) } ist auf dem Boden der Killzone.
    .fails = { NAME($target) } ist nicht auf dem Boden der Killzone.
