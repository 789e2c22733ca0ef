### Der Aufbau: Teams und ihre Marken

team-lead = Lade beide Teamlisten. Jeder Platz hat eigene Marken. Drucke sie genau für diese Bases, schneide sie aus und klebe jede Base auf ihre Scheibe. Oder stelle jedes Modell auf eine Lasche des Starter-Kits, die so groß ist wie seine Base.
team-of = Team von { $seat }
team-for = Team für { $seat }
team-first-tag = Erste Marke von { $seat }
team-tag-size-of = Größe der Marken von { $seat }
team-none = Noch kein Team
team-formats = Eine Teamliste von Overlook, KTDash, New Recruit oder BattleScribe, ein Beispiel oder ein selbst eingetipptes Team.
team-source = { $count ->
    [one] 1 Modell
   *[other] { $count } Modelle
 } aus { $source }
team-file = Teamliste laden
team-example = Ein Beispiel nehmen …
team-other-tags = { $seat } andere Marken geben

## Ein eingetipptes Team

team-type = Eintippen
team-name = Team
team-default = Mein Team
team-model = Modell { $number }
team-model-name = Name von Modell { $number }
team-model-base = Base von Modell { $number }, mm
team-mm = mm
team-typed-how = Jedes Modell bekommt die Karte eines einfachen Soldaten. Lass den Namen leer, um ein Modell wegzulassen.
team-more = Noch ein Modell
team-use = Dieses Team nehmen

## Gedruckte Marken

team-tags-from = Marken von
team-last-tag = bis { $tag }
team-tag-size = Größe der Marken
team-size-seen = { $mm } mm · { DECIMAL($px) } px pro Kästchen{ $state ->
    [ok] {""}
    [trouble] {" "}· klein
   *[lost] {" "}· zu klein
 }
team-larger-tags = Marken mit { $mm } mm nehmen
team-paper = Papier
team-print = Diese Marken drucken
team-print-how = Drucke mit 100 %. Das Lineal auf dem Bogen misst dann 100 mm.
team-base = Base { $size }
team-base-of = Base von { $model }, mm
team-base-guessed = Die Base steht nicht in der Teamliste: Prüfe sie
team-no-tag = keine Marke

## Marken den Modellen zuordnen

team-tags-lead = Stelle die Modelle auf den Tisch, einzeln oder alle auf einmal. Der Tisch erkennt jedes an der Marke, die dafür gedruckt wurde.
team-all-found = Alle Modelle sind gefunden.
team-no-models = Noch keine Modelle. Lade zuerst eine Teamliste.
team-is-tag = Es ist Marke { $tag }
team-models-of = Modelle von { $seat }
team-found = { $team }: { $found } von { $all }
team-px = { DECIMAL($px) } px pro Kästchen
team-not-found = noch nicht gefunden
team-look-for = { $model }, { $state }: danach suchen
team-undo-tag = Marke von { $model } zurücknehmen
