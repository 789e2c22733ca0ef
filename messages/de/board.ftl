### Das Spielfeld im Bild: Position, Druck und die darauf gemessene Genauigkeit

## Position des Spielfelds

board-tags-few = Zu wenige Marken des Spielfelds: { $seen } von { $all } sind zu sehen, mindestens { $least } sind nötig. Mach den Rand des Spielfelds frei, prüfe Licht und Schärfe, und ob der Katalog zu diesem Spielfeld gehört.
board-photo-flat = Höhen sind aus diesem Foto nicht zu erkennen: Die Brennweite ist um { PERCENT($sigma) } ungewiss. Halte die Kamera schräg und fotografiere noch einmal, oder gib das Objektiv der Kamera an.
board-photo-foreign = Das Foto sieht nicht aus wie von einer Kamera: Es wurde wohl zugeschnitten, oder die Marken des Spielfelds passen nicht zum Objektiv. Nimm das Foto so, wie es aufgenommen wurde.
board-pose-none = { $tags } Marken des Spielfelds sind zu sehen, aber keine Lage der Kamera erklärt auch nur die Hälfte. Prüfe, ob Objektivdatei und Katalog zu dieser Kamera und diesem Spielfeld gehören.
board-pose-unsolvable = { $tags } Marken sind zu sehen, aber sie ergeben keine Position des Spielfelds: Ihre Ecken liegen an einem Fleck oder auf einer Linie, oder sie gehören zu einem anderen Spielfeld. Prüfe die Objektivdatei und mach mehr vom Rand des Spielfelds frei.
board-pose-uncertain = Mit den { $tags } sichtbaren Marken ist die Position des Spielfelds um { MM($sigma) } ungewiss, erlaubt sind { MM($most, digits: 0) }. Sie liegen nah beieinander oder fast auf einer Linie: Mach Marken an einem anderen Rand frei.
board-mirrored = Die Marken des Spielfelds sind gespiegelt. Drucke die Bögen ungespiegelt und schalte die Spiegelung der Kamera aus.
board-tags-disagree = Nur { $agreeing } von { $tags } Marken passen zu einer Position des Spielfelds, mindestens { $least } sind nötig. Prüfe, ob Objektivdatei, Katalog und gedruckte Bögen zu diesem Tisch gehören.
board-rotated = Das Bild ist gegenüber der Objektivdatei um 180° gedreht: Die Marken liegen { MM($residual, digits: 2) } daneben, zurückgedreht { MM($rotated, digits: 2) }. Stelle die Drehung der Kamera zurück, oder kalibriere das Objektiv mit der Kamera, wie sie jetzt ist.
board-residual = Die Marken des Spielfelds liegen { MM($residual, digits: 2) } daneben ({ DECIMAL($pixels) } px im Mittel), erlaubt sind { MM($most) }. Entweder wurde das Objektiv für eine andere Bildgröße oder Schärfe kalibriert, oder die Marken liegen nicht, wo der Katalog sie angibt.

## Positionen auf dem Spielfeld

board-level-not-finite = Ebene { $level }: Die Anpassung der Marken dort kostet { $cost }, das ist keine endliche Zahl. Prüfe den Aufbau der Kamera und die Höhen im Katalog, oder erfasse das Spielfeld neu.
board-fit-not-finite = Die Anpassung bei { $pose } ist unbrauchbar (Chi-Quadrat { $chi2 }, angehoben um { $raised } ± { $sigma } mm). Prüfe den Aufbau der Kamera und die Marken im Katalog, oder erfasse das Spielfeld neu.

## Größe des Drucks

# $axis: "across" oder "up", der Name einer Option.
board-print-implausible = Größe des Drucks, { $axis }: { $measured } mm gemessen statt { $nominal } mm. Erwartet: zwei Längen, die sich um weniger als ein Viertel unterscheiden.

## Genauigkeitszertifikat, aus Fotos der gedruckten Prüfplatte

board-plate-few = { $file }: { $seen } von { $all } Marken der Prüfplatte sind zu sehen, mindestens { $least } sind nötig. Lege die Platte gut sichtbar und gut beleuchtet auf das Spielfeld.
board-plate-scaled = { $file }: Die Prüfplatte misst { PERCENT($scale, digits: 1) } ihrer Sollgröße. Platte oder Spielfeld wurden also nicht mit 100 % gedruckt. Drucke beide mit 100 % und prüfe das 100-mm-Lineal, oder gib die gemessenen Abstände ein.
board-plate-bent = { $file }: Die Prüfplatte ist nicht eben. Ihre Marken weichen { DECIMAL($bend, digits: 2) } px von einer Ebene ab, erlaubt sind { DECIMAL($most, digits: 2) } px. Klebe sie auf feste Pappe.
board-plate-tilted = { $file }: Die Prüfplatte liegt nicht flach auf dem Spielfeld. Sie ist um { DECIMAL($tilt) }° geneigt, erlaubt sind { $most }°. Lege sie auf die leere Killzone.
board-plate-none = Kein Foto zeigt die Prüfplatte. Mach Fotos mit der Platte an mehreren Stellen.
board-plate-shared = Die Marken der Prüfplatte ({ $dictionary } { $first } bis { $last }) sind nicht von denen des Katalogs ({ $catalogue }) zu unterscheiden. Auf beiden: { $shared }. Nimm eine andere Platte.

## Warnungen, während das Spielfeld im Bild ist

board-lost = Das Spielfeld ist nicht zu erkennen, deshalb gibt es keine Urteile. Beleuchte den Tisch und räume weg, was auf den Rändern liegt.
board-camera-moved = Die Kamera hat sich bewegt. Urteile gibt es erst wieder, wenn sie stillsteht.
board-print-scaled = Die Marken des Spielfelds sind mit { PERCENT($ratio, digits: 1) } ihrer Sollgröße gedruckt. Drucke mit 100 % und prüfe das Lineal, oder gib zwei gemessene Abstände ein.
board-things-scaled = Im Vergleich zum Spielfeld sind die Marken { $kind ->
    [operatives] der Kämpfer
   *[terrain] des Geländes
 } mit { PERCENT($ratio, digits: 1) } ihrer Sollgröße gedruckt. Entweder wurde ihr Bogen nicht mit 100 % gedruckt, oder die Objektivdatei ist für eine andere Bildgröße. Prüfe die gedruckten Lineale.
board-seen-rotated = Das Bild ist gegenüber der Objektivdatei um 180° gedreht. Die Positionen stimmen trotzdem. Stelle die Drehung der Kamera zurück, oder kalibriere das Objektiv mit der Kamera, wie sie jetzt ist.
board-scale-differs = Die Größe des Spielfelds weicht um { PERCENT($scale, digits: 1) } von dem ab, was das Gelände darauf zulässt. Entweder zeigt die Kamera einen anderen Ausschnitt als in der Objektivdatei, oder die Matte wurde nicht mit 100 % gedruckt. Bis du das Objektiv neu kalibrierst oder zwei gemessene Abstände eingibst, sind alle Positionen falsch.
board-lens-drifted = Das Objektiv hat sich verstellt (Brennweite um { PERCENT($focal, digits: 2) }, Mitte um { DECIMAL($centre, digits: 0) } px, k1 um { DECIMAL($k1, digits: 3) }), oder der Tisch wackelt. Stelle das Objektiv wieder scharf, oder kalibriere es neu. Bis dahin werden Positionen korrigiert und sind weniger genau.
board-deformed = Die Marken des Spielfelds liegen nicht wie gedruckt, als wäre die Matte um { PERCENT($stretch, digits: 2) } gedehnt oder um { MM($bow) } gebogen, oder als gehörte die Objektivdatei zu einem anderen Objektiv. Lege die Matte flach hin, gib zwei gemessene Abstände ein, oder kalibriere das Objektiv neu. Bis dahin sind Positionen weniger genau.
board-shaking = Die Marken des Spielfelds liegen { MM($off) } daneben, jede in eine andere Richtung: Tisch oder Kamera wackeln, oder Marken haben sich gelöst. Lass den Tisch zur Ruhe kommen und drücke die Marken fest.
board-inexact = Die Marken des Spielfelds passen nicht ganz zur Objektivdatei, wohl aus mehreren kleinen Gründen zugleich. Wenn Schärfe oder Bildgröße geändert wurden oder jemand ans Objektiv gestoßen ist, kalibriere es neu. Sonst lege die Matte flach hin und lass den Tisch zur Ruhe kommen. Bis dahin sind Positionen weniger genau.
