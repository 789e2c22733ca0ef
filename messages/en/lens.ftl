### Lenses: the camera model, its calibration, and the wizard that collects views

## Camera model (rig.json)

lens-array-shape = { $field }: found the shape { $found }. Expected { $expected }.
lens-array-finite = { $field }: found { $found }. Expected finite numbers.
lens-size-positive = camera.size_px: found [{ $width }, { $height }]. Expected the width and height in pixels, both above 0.
lens-focal-positive = camera.camera_matrix: found the focal lengths { $x } and { $y }. Expected both above 0 px.
lens-centre-outside = camera.camera_matrix: the optical centre ({ DECIMAL($x) }, { DECIMAL($y) }) is outside the image of { $width } x { $height } px.
lens-coefficient-count = camera.dist_coeffs: found { $found ->
    [one] 1 number
   *[other] { $found } numbers
 }. Expected 4, 5, 8, 12 or 14.

## Camera settings that differ from the calibration

lens-other-size = Camera { $camera }: the image is { $width } x { $height } px, but the lens was calibrated at { $calibrated_width } x { $calibrated_height } px. Switch the camera mode back, or calibrate the lens in the present mode.
lens-other-mode = Camera { $camera } runs in mode { $mode }, but its lens was calibrated in mode { $calibrated }. Switch the mode back, or calibrate the lens in the present mode.
lens-other-focus = Camera { $camera }: the focus is at { $focus }, but the lens was calibrated at { $calibrated }. Lock the focus at { $calibrated } again, or calibrate the lens again.

## Calibration target (the printed ChArUco sheet)

lens-target-squares = target.squares: found { $columns } x { $rows }. Expected at least 3 x 3.
lens-target-marker = target.marker_mm: found { $marker }. Expected more than 0 and less than the size of a square, { $square }.
lens-target-dictionary = target.dictionary: there is no dictionary { QUOTE($found) }. Use a name such as DICT_5X5_100.

## Views that give no lens calibration

lens-views-none = There are no views yet. Show the sheet to the camera.
lens-views-few = Only { $usable ->
    [one] 1 view is
   *[other] { $usable } views are
 } usable. At least { $least } are needed, and { $wanted } are better: take more.
lens-views-few-empty = Only { $usable ->
    [one] 1 view is
   *[other] { $usable } views are
 } usable. At least { $least } are needed, and { $wanted } are better: take more. Too little of the sheet is visible in { LIST($views) }.
lens-views-empty = Too little of the sheet is visible in { LIST($views) }: fewer than { $least } corners, or only one row of them. Discard these views or take them again.
lens-views-sizes = These views are not { $width } x { $height } px like the others: { LIST($views) }. Calibrate each camera mode separately.
# $widest, $usual: the spread of an edge, in pixels.
lens-views-blurred = Blurred: { LIST($views) }. Edges are up to { DECIMAL($widest) } px wide (usual here: { DECIMAL($usual) } px). Hold the sheet still, check the focus and take these views again.
lens-views-disagree = The views do not agree on one lens: the rms error is { DECIMAL($rms, digits: 2) } px, and the limit is { $most } px. Check that the sheet is flat, that its measurements are right, and that the focus was the same for all views.
lens-views-outliers = These views do not fit the others: { LIST($views) }. They were taken with another focus, zoom or sheet, or the sheet was bent. Discard them or take them again.
lens-views-flat = Only { $tilted } of { $all } views are tilted by at least { $degrees }°, and { $least } are needed. Tilt the sheet to all sides. Not tilted: { LIST($views) }.
lens-views-unsolvable = No lens fits the { $views } views: their corners are in one spot or on one line, or belong to another sheet. Check the target file and take the views again, tilted to all sides.
lens-views-coverage = The sheet covered { PERCENT($covered) } of the image, and at least { PERCENT($least) } is needed. Take views with the sheet in the corners and along the edges.
lens-sheet-bent = The sheet is bent by { MM($bent) }, and the limit is { MM($most) }. Glue it on stiff board and take the views again.
# $focal, $most_focal: shares of the focal length. $centre, $most_centre: pixels.
lens-views-uncertain = The views disagree about the lens: by { PERCENT($focal, digits: 2) } of its focal length (limit { PERCENT($most_focal, digits: 1) }) and by { DECIMAL($centre, digits: 0) } px of its centre (limit { DECIMAL($most_centre, digits: 0) } px). Hold the camera and the sheet still, lock the focus, keep the sheet flat, and take more views, tilted to all sides.

## What the wizard asks for next

lens-advice-whole-sheet = Show the whole sheet to the camera.
lens-advice-blurred = Too blurred: add light, or check the focus.
lens-advice-hold-still = Good. Now hold it still.
lens-advice-enough = Enough views. Finish now, or take more for a more exact result.
lens-advice-place = Move the sheet to the { $row ->
    [top] top
   *[bottom] bottom
 } { $column ->
    [left] left
    [right] right
   *[middle] middle
 } of the image.
lens-advice-flat = Hold the sheet square to the camera.
lens-advice-left = Bring the sheet's left edge nearer to the camera.
lens-advice-right = Bring the sheet's right edge nearer to the camera.
lens-advice-up = Bring the sheet's top edge nearer to the camera.
lens-advice-down = Bring the sheet's bottom edge nearer to the camera.
lens-advice-elsewhere = Show the sheet somewhere else, nearer or farther away.

## Progress of the wizard

lens-advice-show = Show the sheet to the camera.
# Progress: a number of views or of parts of the image.
lens-progress = { $number } of { $wanted }
lens-progress-enough = { $number }, enough
# $views, $cells: the progress, one of the two messages above.
lens-so-far = Views: { $views }. Parts of the image covered by the sheet: { $cells }.
# How often the sheet was held in each direction. $progress: as above.
lens-lean-flat = square to the camera: { $progress }
lens-lean-left = left edge nearer: { $progress }
lens-lean-right = right edge nearer: { $progress }
lens-lean-up = top edge nearer: { $progress }
lens-lean-down = bottom edge nearer: { $progress }
lens-view-unknown = There is no view { QUOTE($view) } any more.
# $fault: an error of the disk, in English, here and in the next line.
lens-views-not-kept = The views cannot be stored ({ $fault }). They are lost if the machine is switched off.
lens-file-not-written = { $file } cannot be written ({ $fault }).
lens-no-image = There is no image yet. Check the camera.
# $coverage: part of the image that the sheet covered.
lens-found = The lens is calibrated: off by { DECIMAL($residual, digits: 2) } px over { $views } views that cover { PERCENT($coverage) } of the image. Saved in { $file }.

## The page of the lens calibration

lens-page-title = Calibrate the lens
# Texts for screen readers.
lens-page-image = The calibration sheet as the camera sees it
lens-page-progress = Progress
lens-page-covered = Parts of the image that are covered by views
lens-page-tilts = Tilts of the sheet
lens-page-taken = Views taken
# Headings.
lens-page-coverage = Coverage
lens-page-tilt = Tilt
lens-page-sharpness = Sharpness
lens-page-views = Views
# Tilts of the sheet, followed by the number of views.
lens-page-flat = square
lens-page-left = left
lens-page-right = right
lens-page-top = top
lens-page-bottom = bottom
lens-page-tilt-now = { $angle }° now
lens-page-blur = edges { DECIMAL($blur) } px
lens-page-leave-out = Leave { $name } out
lens-page-finish = Find the lens
lens-page-no-answer = The calibration program does not answer. Check that it is still running.
