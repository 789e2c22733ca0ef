### Die Würfelstatistik: wie gleichmäßig die Würfel eines Spielers fallen

luck-needed = Ein Abend verrät wenig. Um Würfel, die bei jedem fünften Wurf eine Sechs zeigen, von fairen zu unterscheiden, braucht es etwa { $dice } Würfe. Selbst dann bestehen solche Würfel den Test noch in einem von fünf Fällen.
luck-counted = { $dice ->
    [one] 1 Würfel wurde ohne Augenzahl gezählt
   *[other] { $dice } Würfel wurden ohne Augenzahl gezählt
 }: { $successes } { $successes ->
    [one] Erfolg
   *[other] Erfolge
 }. Bei fairen Würfeln wären es { DECIMAL($expected) }. { $often }
luck-few = { $dice ->
    [one] 1 Würfel
   *[other] { $dice } Würfel
 }: zu wenige für einen Test, nötig sind { $least }.
luck-tested = { $dice } Würfel. { $often }
luck-unusual = Ungewöhnlich: An { $percent } von 100 Tischen mit fairen Würfeln wäre die Abweichung so groß.
luck-unusual-rare = Ungewöhnlich: An weniger als 1 von 100 Tischen mit fairen Würfeln wäre die Abweichung so groß.
luck-usual = Nichts Ungewöhnliches: An { $percent } von 100 Tischen mit fairen Würfeln wäre die Abweichung so groß.
