### Clips: frames that the table keeps of a ruling or a fall, and films made of them

## Frames

clip-none = No frames were kept for event { $event }.
clip-one-frame = Event { $event } has one image and no clip, because it was neither close nor challenged.
clip-no-frame = Event { $event } has { $frames ->
    [one] 1 frame
   *[other] { $frames } frames
 }, and frame { $frame } was requested.
# $why is a message: what is wrong with the file.
clip-unreadable = The frames of event { $event } cannot be read. { $file }: { $why }
clip-view-faults = Its description has { $faults ->
    [one] 1 fault.
   *[other] { $faults } faults.
 }
clip-many-frames = It names { $frames } frames, and a clip has at most { $most }.
clip-frame-large = { $frame } is larger than { $most } bytes.
clip-frame-damaged = Frame { $frame } of event { $event } is not an image.
clip-file-damaged = The file is damaged.
# $fault: the error of the operating system, in English.
clip-file-fault = { $fault }.
clip-not-kept = Frames of rulings are not stored: { $fault }. Free some space on the disk.

## Films

clip-no-films = This table makes no films. Look at the frames.
clip-needs-ffmpeg = A film needs ffmpeg. On the table's machine, run "sudo apt-get install ffmpeg".
# $why is a message or an error in English.
clip-film-failed = The film could not be made: { $why }
clip-film-stopped = The table is stopping.
clip-film-slow = It took longer than { DECIMAL($limit_s, digits: 0) } s.
clip-film-status = { $program } ended with status { $status }.
clip-films-waiting = { $films } films are being made. Try again in a minute.

## Captions

clip-call-yes = Yes
clip-call-no = No
clip-call-too-close = Too close to call
clip-fallen = Incapacitated: { LIST($names) }
# A ruling in a film: the claim, the reason, and its figures, such as "4.2 ± 0.1 in" or nothing.
clip-ruling = { $claim }: { $sentence }{ $figures ->
    [none] {""}
   *[other] {" "}{ $figures }.
 }

## Highlights of a recorded game

# $claim: a message without a full stop, such as "A1 can see B2".
clip-too-close = Too close: { $claim }
clip-turning-point = Turning point { $number } begins
# $name: the operative's number and name, such as "A3 Granny Sorrel".
clip-incapacitated = { $name }: incapacitated
clip-challenged = A ruling is challenged
clip-upheld = The ruling stands
clip-withdrawn = The ruling is taken back
clip-battle-ends = The battle ends
clip-unlucky = { $name }: incapacitated. The chance was { PERCENT($chance) }.
clip-survived = { $name }: survived. The chance to be incapacitated was { PERCENT($chance) }.

## The page of one clip

clip-page-title = Clip
clip-page-making = The clip is being made. The first time this takes a few seconds.
clip-page-download = Download as MP4
clip-page-back = Back to the game
clip-page-unplayable = This browser cannot play the film.
# $why: a sentence.
clip-page-frames = { $why } The single frames are shown instead.
clip-page-none = This address is not that of a clip. Open a clip from the replay page.
