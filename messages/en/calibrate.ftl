### `overlook calibrate` and `overlook verify`: the camera's lens, position and accuracy

## Help of options

calibrate-help-out = The rig file to write.
calibrate-help-views = Photographs of the ChArUco sheet: tilted, and in all parts of the image.
calibrate-help-target = The file that describes the sheet, target.json.
calibrate-help-camera-id = The camera's id.
calibrate-help-mode = The camera mode of the photographs.
calibrate-help-focus = The focus setting, in dioptres.
calibrate-help-photograph = A photograph of the board.
calibrate-help-wizard-target = The file that describes the sheet. By default, the A4 sheet of 'overlook print charuco'.
calibrate-help-width = Width of the image, in pixels.
calibrate-help-height = Height of the image, in pixels.
calibrate-help-plate = Photographs of the verify plate in several places.
calibrate-help-certificate = The certificate file to write. By default, it goes into the table's data folder.
calibrate-help-page = Also write the certificate as a web page to this file.
calibrate-help-thickness = Thickness of the plate with its board, in millimetres.
calibrate-help-ruler = Measured length of the plate's printed 100 mm.

## Lines of the output of 'overlook calibrate'

calibrate-reading-view = Reading view { $number } of { $views }: { $file }
# $error: rms error in pixels; $tilt: degrees.
calibrate-view = { $view }: { DECIMAL($error, digits: 3) } px, tilted { DECIMAL($tilt, digits: 0) }°
calibrate-lens-done = Wrote { $file }: rms error { DECIMAL($error, digits: 3) } px over { $views } views.
# $tags: number of board tags that were used.
calibrate-board-done = Wrote { $file }: board found from { $tags } tags, rms error { DECIMAL($error, digits: 2) } px.
calibrate-wizard-ready = Open the wizard at { $address } (press Ctrl-C to stop it).

## Lines of the output of 'overlook verify'

# $x, $y: inches.
calibrate-plate-place = { $view }: at { DECIMAL($x) }, { LENGTH($y) }, bias { MM($bias, digits: 3) }
# $inside: share of the distances whose error is within the stated 95 % limit.
calibrate-plate-result = { $distances } distances: bias { MM($bias, digits: 3) }, median error { MM($median, digits: 3) }, 95 % below { MM($most_95, digits: 3) }, largest { MM($most, digits: 3) }. { PERCENT($inside, digits: 1) } are inside the stated 95 % limit.
# $mounted, $exact: the median over the board, inches.
calibrate-doubt = A distance within ±{ LENGTH($mounted, digits: 3) } of its limit is too close to call if tags are mounted within their tolerance, within ±{ LENGTH($exact, digits: 3) } if their places are measured exactly.
# $x, $y: inches.
calibrate-doubt-worst = Worst at { DECIMAL($x) }, { LENGTH($y) }: ±{ LENGTH($mounted, digits: 3) }, and ±{ LENGTH($exact, digits: 3) }.
calibrate-doubt-map = Map of the board for mounted tags, in inches ("-": not in view):
calibrate-plate-few = Only { $places ->
    [one] 1 place was
   *[other] { $places } places were
 } measured. Lay the plate in at least { $least } places, including the corners.
