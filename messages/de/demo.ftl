### Die Vorführung auf dem simulierten Tisch: Zeilen ihres Skripts, die nicht gespielt werden konnten

demo-line-skipped = Eine Zeile der Vorführung übersprungen ({ $prompt ->
    [none] { $kind }
   *[other] { $kind }, { $prompt }
 }): { $why }
demo-roll-skipped = Einen Wurf der Vorführung übersprungen ({ $prompt }): { $why }
demo-no-prompt = Diese Frage wurde nicht gestellt.
