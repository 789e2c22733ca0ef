### Der Aufbau eines Tisches: Teams, Marken, Gelände, Mission, Marker

## Dateien. $file: Name einer Datei; $fault: ein Text, oder ein Fehler des Speichers auf Englisch

setup-draft-aside = { $file } ist nicht brauchbar und heißt jetzt { $aside }. Der Aufbau beginnt leer. { $fault }
setup-draft-stuck = { $file } ist nicht brauchbar und lässt sich nicht umbenennen ({ $reason }). Der Aufbau beginnt leer. { $fault }
setup-draft-unstable = Der Aufbau kann so nicht gespeichert werden. Mach die letzte Änderung rückgängig.
setup-not-written = Die Änderung wurde nicht übernommen: { $file } kann nicht geschrieben werden ({ $fault }).
setup-saved-unreadable = { $file } kann nicht gelesen werden ({ $fault }).
setup-saved-not-offered = Ein früherer Tisch wird nicht angeboten. { $fault }
setup-library-unknown = Eine Sammlung { QUOTE($library) } gibt es nicht. Möglich ist { LIST($known, last: "or") }.
setup-rules-failed = Die Regeln können den Aufbau nicht prüfen, weil das Programm einen Fehler hat ({ $fault }).

## Teams

setup-team-edition = { $team } ist ein Team der Edition { $theirs }, aber dieser Tisch spielt { $ours }. Nimm die Teamliste von { $ours }.
setup-team-unknown = Ein Team { QUOTE($team) } gibt es nicht. Möglich ist { LIST($known, last: "or") }.
setup-team-empty = { $team } hat noch keine Modelle. Lade zuerst eine Teamliste.
setup-models-none = Kein Modell hat einen Namen. Gib mindestens einen ein.
setup-models-many = { $count } Modelle haben einen Namen, aber ein Team hat höchstens { $most }. Lass die übrigen Namen leer.
setup-model-gone = Das Modell { QUOTE($model) } gibt es nicht mehr.
setup-base-size = Die Base von { $model } kann nicht { $side } mm breit sein. Gib ihren Durchmesser ein, von { $least } bis { $most } mm.
setup-base-order = { $long } x { $short } mm: Gib die lange Seite zuerst ein.
setup-base-small = Die Base von { $model } ist kleiner als { $least } mm. Berichtige zuerst ihre Größe.

## Namen. $thing: eines der fünf Bruchstücke

setup-name-missing = Der Name fehlt noch: { $thing }.
setup-name-long = Der Name ist zu lang ({ $thing }): { $letters } Zeichen. Nimm höchstens { $most }.
setup-the-team = Team
setup-the-model = Modell { $number }
setup-the-piece = Geländestück
setup-the-mission = Mission
setup-the-marker = Marker

## Hinweise zu einer Teamliste

setup-note-unknown = Nicht verstanden: { $text }
setup-note-unknown-at = Nicht verstanden: { $text } ({ $place })
setup-note-unknown-places = Nicht verstanden: { $text } ({ $place } und { $more } weitere)
setup-note-read-as = Gelesen als { $rule }: { $text }
# $used, $given: eines der drei Bruchstücke darunter.
setup-note-base = { $kind }: Base wie beim letzten Mal: { $used }. Angabe der Teamliste: { $given }.
setup-size-round = { $width } mm
setup-size-oval = { $long } x { $short } mm
setup-size-none = keine Größe

## Marken. Ein Kästchen ist das kleinste Quadrat einer Marke.

setup-tags-small = Bei Marken von { $tag } mm ist ein Kästchen im Bild { DECIMAL($px) } px groß. Das ist { $sight ->
    [trouble] klein
   *[lost] zu klein
 }.
# $small: der Text darüber.
setup-tags-wide = { $small } Eine Marke von { $better } mm ist breiter als eine Base von { $base } mm und liegt deshalb daneben, auf einer Lasche. Für kleinere Marken hänge die Kamera tiefer oder wähle größere Bilder.
setup-tags-used-up = Von { $first } bis { $last } ist keine Marke frei. Beginne mit einer kleineren Nummer.
setup-tag-first = Marke { $tag } gehört zum Spielfeld. Beginne mit { $first } oder höher.
setup-tag-of-board = Marke { $tag } gehört zum Spielfeld, nicht zu einem Modell.
setup-tag-on-piece = Marke { $tag } klebt schon hier: { $piece }. Nimm eine andere.
setup-tag-taken = Marke { $tag } gehört schon zu { $model }. Löse zuerst diese Zuordnung.
setup-tag-clash = Marke { $tag } gibt es mehrfach: { LIST($who) }. Nur eines davon darf sie behalten.
# Eines von $who im Text darüber.
setup-clash-board = Spielfeld
setup-mount-unknown = { $operative }: Eine Befestigung { QUOTE($mount) } gibt es nicht. Möglich ist tab, whole, head oder collar.
setup-ask = Stelle { $model } unter die Kamera.
setup-ask-tag = Stelle { $model } unter die Kamera (Marke { $tag }).
# $ask: einer der zwei Texte darüber.
setup-ask-which = { $ask } Neu auf dem Tisch: { LIST($tags) }. Welche davon gehört zu { $model }?
setup-ask-found = Marke { $tag } ist zu sehen: { $model }.

## Gelände

setup-board-hidden = Das Spielfeld ist im Bild nicht zu finden. Mach zuerst seine Marken frei.
setup-piece-gone = Das Geländestück { QUOTE($piece) } gibt es nicht mehr.
setup-piece-no-owner = { $piece } gehört zum Gelände der Killzone. Nur Ausrüstung hat einen Besitzer.
setup-piece-no-tag = { $piece }: Keine Marke zu sehen. Klebe eine obendrauf, so dass die Kamera sie sieht.
setup-outline-corners = { $piece }: Der Umriss hat nur { $corners ->
    [one] 1 Ecke
   *[other] { $corners } Ecken
 }. Zeichne mindestens drei.
setup-outline-crossed = { $piece }: Der Umriss kreuzt sich selbst oder ist zu klein. Ziehe seine Ecken auseinander.
setup-part-refused = { $piece }, Teil { $part }: { $fault }

## Mission und Marker. $theirs und $ours: Jahre von Editionen, etwa 2024

setup-mission-edition = { $mission } ist eine Mission der Edition { $theirs }, aber dieser Tisch spielt { $ours }. Wähle eine andere.
setup-mission-file-edition = { $file } ist eine Mission der Edition { $theirs }, aber dieser Tisch spielt { $ours }. Nimm eine von { $ours }. Ist es doch eine, schreibe edition = "{ $ours }" in die Datei.
setup-mission-unknown = Eine Mission { QUOTE($mission) } gibt es nicht. Möglich ist { LIST($known, last: "or") }.
setup-mission-none = Es ist noch keine Mission gewählt.
setup-markers-none = Es gibt keine Marker zu drucken. Wähle zuerst eine Mission.

## Abgelehnte Anfragen. $own, $other, $owner: Spieler

setup-team-of-other = Dieses Telefon gehört { NAME($own) }. Es kann das Team von { NAME($other) } nicht ändern.
setup-game-screen = Ein Spiel läuft. { $thing } lässt sich nur am Bildschirm des Tisches bewegen.
setup-game-models = Ein Spiel läuft. { $thing } gehört { NAME($owner) }, und dieses Telefon bewegt nur die eigenen Modelle.
setup-game-running = Ein Spiel läuft. Das geht jetzt nur am Bildschirm des Tisches oder für die Spielleitung.
setup-game-begun = Ein Spiel mit diesem Aufbau läuft. Um ihn zu ändern, beginne einen neuen Aufbau.
setup-table-real = Das ist ein echter Tisch. Bewege die Dinge mit der Hand.
setup-nothing-to-undo = Es gibt nichts rückgängig zu machen.
setup-not-ready = Noch nicht bereit. { $check }

## Was „Rückgängig“ zurücknimmt. Bruchstücke, hinter „Rückgängig:“

setup-undo-all = der Aufbau
setup-undo-restored = der übernommene Tisch
setup-undo-start = der Start
setup-undo-team = das Team
setup-undo-team-gone = Team entfernt
setup-undo-tags = die Marken eines Teams
setup-undo-renumbered = die neuen Markennummern
setup-undo-base = die Größe einer Base
setup-undo-match = die Marke eines Modells
setup-undo-unmatch = Marke eines Modells entfernt
setup-undo-piece = das Geländestück
setup-undo-piece-turned = Geländestück gedreht
setup-undo-piece-kept = Geländestück behalten
setup-undo-piece-gone = Geländestück entfernt
setup-undo-piece-owner = der Besitzer des Geländestücks
setup-undo-library = die Sammlung
setup-undo-mission = die Mission
setup-undo-sides = Seiten getauscht
setup-undo-marker = der Marker
setup-undo-marker-gone = Marker entfernt
setup-undo-step = der Schritt

## Ein früherer Tisch, der wieder aufgebaut ist

setup-offer-today = Das ist der Tisch von heute. Wieder verwenden?
setup-offer-yesterday = Das ist der Tisch von gestern. Wieder verwenden?
setup-offer-date = Das ist der Tisch vom { $day }. { $month ->
    [1] Januar
    [2] Februar
    [3] März
    [4] April
    [5] Mai
    [6] Juni
    [7] Juli
    [8] August
    [9] September
    [10] Oktober
    [11] November
   *[12] Dezember
 } { $year }. Wieder verwenden?
setup-offer-gone = { $name } wird nicht mehr angeboten: Der Aufbau hat sich geändert, oder seine Marken sind nicht zu sehen.
# Unterschiede zum früheren Tisch. $thing: ein Name, oder eines der drei Bruchstücke am Ende.
setup-thing-missing = { $thing }: nicht zu sehen
setup-thing-new = { $thing }: neu
setup-thing-moved = { $thing }: um { LENGTH($by) } verschoben
setup-thing-turned = { $thing }: um { LENGTH($by) } verschoben und um { DECIMAL($degrees, digits: 0) }° gedreht
setup-things-tag = Marke { $tag }
setup-things-tags = { $count } Marken
setup-things-models = { $count } Modelle

## Schritte: Titel, und wie weit jeder ist. Bruchstücke

setup-step-teams = Teams
setup-step-tags = Marken
setup-step-terrain = Gelände
setup-step-mission = Mission
setup-step-markers = Marker
setup-step-ready = Bereit
setup-told-none = noch keine
setup-told-models = { $first } und { $second } Modelle
setup-told-no-models = noch keine Modelle
setup-told-found = { $found } von { $all } gefunden
setup-told-pieces = { $pieces ->
    [one] 1 Stück
   *[other] { $pieces } Stücke
 }
setup-told-pieces-new = { $pieces ->
    [one] 1 Stück
   *[other] { $pieces } Stücke
 }, { $tags ->
    [one] 1 unbekannte Marke
   *[other] { $tags } unbekannte Marken
 }
setup-told-mission = { $mission }
setup-told-markers = { $markers } von Hand
setup-told-no-markers = keiner von Hand
setup-told-running = Spiel läuft

## Prüfungen vor dem Start: Titel

setup-part-files = Aufbau
setup-part-camera = Kamera
setup-part-board = Spielfeld
setup-part-seat = { $seat }
setup-part-team = { $seat }: { $team }
setup-part-tag = Marke { $tag }
setup-part-tags = Marken
setup-part-edition = Edition: { $seat }
setup-part-edition-mission = Edition der Mission
setup-part-terrain = Gelände
setup-part-equipment = Ausrüstung
setup-part-mission = Mission

## Prüfungen vor dem Start. Listen von Namen können mit setup-more enden

# Das letzte Glied einer gekürzten Liste von Namen.
setup-more = { $count } weitere
setup-check-camera = { DECIMAL($fps, digits: 0) } Bilder pro Sekunde, { $width } x { $height } px.
setup-check-camera-none = Noch kein Bild.
setup-check-camera-moving = Die Kamera bewegt sich.
setup-check-board-none = Das Spielfeld wurde noch nicht gesucht.
setup-check-board = { $seen } von { $all } Marken zu sehen, im Mittel { DECIMAL($residual, digits: 2) } px daneben.
setup-check-team-none = Noch kein Team. Lade eine Teamliste.
setup-check-unmatched = Noch nicht unter der Kamera gefunden: { LIST($models) }.
setup-check-away = { $seen } von { $all } zu sehen. Nicht zu sehen: { LIST($things) }.
setup-check-models = { $count ->
    [one] Das einzige Modell ist zu sehen.
   *[other] Alle { $count } Modelle sind zu sehen.
 }
setup-check-pieces = { $count ->
    [one] Das einzige Stück ist zu sehen.
   *[other] Alle { $count } Stücke sind zu sehen.
 }
setup-check-tags = Kleinste Marke: { DECIMAL($px) } px pro Kästchen ({ $model }), groß genug.
setup-check-tags-small = Kleinste Marke: { DECIMAL($px) } px pro Kästchen ({ $model }), bei gutem Licht genug. Größere Marken wären sicherer: { LIST($models) }.
setup-check-tags-lost = Kleinste Marke: { DECIMAL($px) } px pro Kästchen ({ $model }). Unter { $least } werden Marken oft übersehen. Drucke größere Marken: { LIST($models) }.
# $tags: Nummern, und Bereiche (setup-tag-range).
setup-check-terrain-new = { $count ->
    [one] Diese Marke gehört zu keinem bekannten Geländestück: { LIST($tags) }.
   *[other] Diese Marken gehören zu keinem bekannten Geländestück: { LIST($tags) }.
 } Tippe im Schritt „Gelände“ jedes neue Stück im Bild an. Bis dahin zählt es bei Urteilen nicht mit.
setup-check-terrain-or-model = { $count ->
    [one] Diese Marke gehört zu keinem bekannten Geländestück oder Modell: { LIST($tags) }.
   *[other] Diese Marken gehören zu keinem bekannten Geländestück oder Modell: { LIST($tags) }.
 } Tippe im Schritt „Gelände“ jedes neue Stück im Bild an, und ordne im Schritt „Marken“ neue Modelle zu. Bis dahin zählen sie bei Urteilen nicht mit.
setup-tag-range = { $first } bis { $last }
setup-check-terrain-none = Kein Gelände: Die Killzone ist leer.
setup-check-owner = Wähle, wem das gehört: { LIST($things) }. Ohne Besitzer wird nicht geprüft, ob es im richtigen Territorium steht.
setup-check-mission-none = Keine Mission: Es gibt keine Absetzzonen und keine Missionsziele.
setup-check-mission-waiting = { $mission }: Die Regeln prüfen sie, sobald sich nichts mehr bewegt.
setup-check-mission-faults = { $mission }: { $count ->
    [one] 1 Sache
   *[other] { $count } Sachen
 } zu prüfen, auf dem Spielfeld markiert.
setup-check-mission-ok = { $mission }: Alles ist so aufgebaut, wie die Regeln es verlangen.

## Die Seite

setup-page = Aufbau
setup-stage = Tisch
setup-undo = Rückgängig
# $what: einer der Texte setup-undo-...
setup-undo-what = Rückgängig: { $what }
setup-next-step = Weiter: { $step }
setup-cancel = Abbrechen
setup-name = Name
setup-remove = Entfernen
setup-remove-thing = { $thing } entfernen
setup-download = Als Datei herunterladen
setup-owner = Besitzer
setup-owner-of = Besitzer von { $thing }
setup-owner-none = Nicht gewählt
setup-drag = { $thing }: ziehen oder mit den Pfeiltasten bewegen
setup-corner = Ecke { $corner } von { $corners }
setup-image = Kamerabild. Tippe darauf, wo der Schritt es verlangt.
setup-faults = Urteile über den Aufbau
setup-away = nicht zu sehen
setup-box = Simulierter Tisch: Lege Dinge unter die Kamera
setup-box-all = Alles auf den Tisch
setup-offer-use = Wieder verwenden
setup-offer-drop = Neu beginnen
setup-offer-same = Alles steht, wo es war.

## Die Seite: Mission und Marker

setup-mission-lead = Wähle eine Mission. Um sie zu ändern, ziehe ihre Missionsziele und die Ecken ihrer Absetzzonen.
setup-mission-file = Missionsdatei laden
setup-mission-without = Ohne Mission gibt es keine Absetzzonen und keine Missionsziele. Spielen könnt ihr trotzdem.
setup-mission-swap = Seiten tauschen
setup-mission-tags = Marken für Marker drucken
setup-side-nobody = niemand
setup-objective = Missionsziel { $objective }
setup-objective-add = Missionsziel hinzufügen
setup-zone-corner = Absetzzone: { $side }, Ecke { $corner }
setup-markers-lead = Marker mit einer Marke findet die Kamera selbst. Bei jedem anderen gib ein, was es ist, und tippe dann auf dem Spielfeld an, wo er liegt.
setup-marker-what = Marker
setup-marker-diameter = Durchmesser, mm
setup-marker-touch = Tippe auf das Spielfeld, wo der Marker liegt
setup-marker-place = { $declared ->
    [yes] von Hand eingegeben
   *[no] zu sehen
 }, bei { DECIMAL($x) } / { DECIMAL($y) } Zoll
setup-marker-declared = { $marker }, von Hand eingegeben

## Die Seite: bereit

setup-ready-lead = Ob alles kalibriert und zu sehen ist, und was noch fehlt.
setup-start = Spiel starten
setup-start-new = Neuer Aufbau
setup-play-here = Auf diesem Gerät spielen
setup-fix = Beheben
setup-fix-what = Beheben: { $check }
setup-check-state = { $state ->
    [ok] in Ordnung
    [trouble] zu prüfen
    [waiting] noch nicht geprüft
   *[lost] fehlt
 }
setup-column-model = Modell
setup-column-base = Base
setup-column-tag = Marke
setup-column-size = px pro Kästchen
setup-tag-size = { DECIMAL($px) }, { $state ->
    [ok] groß genug
    [trouble] klein
   *[lost] zu klein
 }
