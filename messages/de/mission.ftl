### Missionen

mission-side-unknown = Die Mission { $mission } hat keine Seite { QUOTE($side) }. Ihre Seiten: { LIST($known) }.

## Missionsdateien

mission-side-twice = sides: Die Kennung { QUOTE($id) } kommt zweimal vor. Benutze jede nur einmal.
mission-marker-twice = objectives und markers: Die Kennung { QUOTE($id) } kommt zweimal vor. Benutze jede nur einmal.
mission-zones-overlap = sides.{ $side }.drop_zone: überschneidet sich mit der Absetzzone von { $other } um { DECIMAL($area) } Quadratzoll. Absetzzonen dürfen sich nicht überschneiden.
mission-marker-off-board = { $marker }: liegt bei ({ $x }, { $y }) nicht ganz auf dem Spielfeld.
mission-area = { $field }: kein Umriss einer Fläche ({ $fault }). Nenne die Ecken der Reihe nach rund um die Fläche.
mission-area-off-board = { $field }: reicht über den Rand des Spielfelds. Erwartet: x von 0 bis { $width } und y von 0 bis { $depth }.
mission-fault = Mission { QUOTE($mission) }: { $fault }
