### Die Kiste des simulierten Tisches: Modelle und Gelände, die die Seite auf den Tisch stellt

box-off-board = { $thing }: Dieser Platz ist nicht auf dem Spielfeld. Stelle es auf das Spielfeld, oder nimm es vom Tisch.
box-place-taken = { $thing }: An diesem Platz ist schon etwas. Wähle einen freien Platz.
box-full = { $thing }: Kein Platz mehr frei. Nimm zuerst etwas anderes vom Tisch.
box-thing-unknown = { QUOTE($thing) } ist nicht in der Kiste. { $known ->
    [none] Die Kiste ist leer.
   *[other] In der Kiste: { LIST($known) }.
 }
box-unreadable = { $file } ist unlesbar: { $reason }. Alle Modelle und alles Gelände des simulierten Tisches sind wieder in der Kiste.
