### Clips: Bilder, die der Tisch von einem Urteil oder einem Ausfall aufhebt, und Filme daraus

## Bilder

clip-none = Zu Ereignis { $event } wurden keine Bilder aufgehoben.
clip-one-frame = Zu Ereignis { $event } gibt es ein Bild, aber keinen Clip: Es war weder knapp noch angezweifelt.
clip-no-frame = Zu Ereignis { $event } gibt es { $frames ->
    [one] 1 Bild
   *[other] { $frames } Bilder
 }. Gefragt war Bild { $frame }.
clip-unreadable = Die Bilder zu Ereignis { $event } sind unlesbar. { $file }: { $why }
clip-view-faults = Die Beschreibung hat { $faults ->
    [one] 1 Fehler.
   *[other] { $faults } Fehler.
 }
clip-many-frames = Genannt sind { $frames } Bilder, ein Clip hat höchstens { $most }.
clip-frame-large = { $frame } ist größer als { $most } Bytes.
clip-frame-damaged = Die Datei für Bild { $frame } zu Ereignis { $event } enthält kein Bild.
clip-file-damaged = Die Datei ist beschädigt.
clip-file-fault = { $fault }.
clip-not-kept = Bilder zu Urteilen werden nicht gespeichert: { $fault }. Mach Speicherplatz frei.

## Filme

clip-no-films = Dieser Tisch macht keine Filme. Sieh dir die Bilder an.
clip-needs-ffmpeg = Ein Film braucht ffmpeg. Führe auf der Maschine des Tisches „sudo apt-get install ffmpeg“ aus.
clip-film-failed = Der Film ist nicht gelungen: { $why }
clip-film-stopped = Der Tisch wird gerade angehalten.
clip-film-slow = Es hat länger gedauert als { DECIMAL($limit_s, digits: 0) } s.
clip-film-status = { $program } endete mit Status { $status }.
clip-films-waiting = Gerade entstehen { $films } Filme. Versuche es in einer Minute noch einmal.

## Bildtexte

clip-call-yes = Ja
clip-call-no = Nein
clip-call-too-close = Zu knapp
clip-fallen = Kampfunfähig: { LIST($names) }
clip-ruling = { $claim }: { $sentence }{ $figures ->
    [none] {""}
   *[other] {" "}{ $figures }.
 }

## Höhepunkte eines aufgezeichneten Spiels

clip-too-close = Zu knapp: { $claim }
clip-turning-point = Wendepunkt { $number } beginnt
clip-incapacitated = { $name }: kampfunfähig
clip-challenged = Ein Urteil wird angezweifelt
clip-upheld = Das Urteil gilt
clip-withdrawn = Das Urteil ist aufgehoben
clip-battle-ends = Die Schlacht endet
clip-unlucky = { $name }: kampfunfähig. Die Chance dafür war { PERCENT($chance) }.
clip-survived = { $name }: überlebt. Die Chance, kampfunfähig zu werden, war { PERCENT($chance) }.

## Die Seite eines Clips

clip-page-title = Clip
clip-page-making = Der Clip wird gemacht. Beim ersten Mal dauert das ein paar Sekunden.
clip-page-download = Als MP4 herunterladen
clip-page-back = Zurück zum Spiel
clip-page-unplayable = Dieser Browser kann den Film nicht abspielen.
clip-page-frames = { $why } Stattdessen siehst du die einzelnen Bilder.
clip-page-none = Unter dieser Adresse ist kein Clip. Öffne einen auf der Seite der Wiedergabe.
