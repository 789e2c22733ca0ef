### The board in the image: its pose, its print, and the accuracy measured on it

## Board pose

board-tags-few = { $seen } of { $all } board tags are visible, and at least { $least } are needed. Uncover the board's edge, check the light and the focus, and check that the catalogue belongs to this board.
board-photo-flat = The photograph leaves the focal length uncertain by { PERCENT($sigma) }, so heights cannot be told. Hold the camera at a slant and take it again, or give the camera's lens.
board-photo-foreign = The photograph does not look like one that a camera made: it was probably cropped, or the board's tags do not fit its lens. Use the photograph as it was taken.
board-pose-none = { $tags } board tags are visible, but no camera pose explains half of them. Check that the lens file and the catalogue belong to this camera and this board.
board-pose-unsolvable = { $tags } tags are visible, but they do not give the board's position: their corners are in one spot or on one line, or belong to another board. Check the lens file, and uncover more of the board's edge.
board-pose-uncertain = The { $tags } visible board tags leave the board's position uncertain by { MM($sigma) }, and the limit is { MM($most, digits: 0) }. They are close together or near one line: uncover tags along another edge of the board.
board-mirrored = The board's tags are mirrored. Print the sheets without mirroring, and switch off mirroring in the camera.
board-tags-disagree = Only { $agreeing } of { $tags } board tags agree on the board's position, and at least { $least } are needed. Check that the lens file, the catalogue and the printed sheets belong to this table.
board-rotated = The image is rotated by 180° relative to the lens file: board tags are off by { MM($residual, digits: 2) }, and by { MM($rotated, digits: 2) } if the image is rotated back. Set the camera's rotation back, or calibrate the lens with the camera as it is now.
board-residual = Board tags are off by { MM($residual, digits: 2) } ({ DECIMAL($pixels) } px, rms), and the limit is { MM($most) }. Either the lens was calibrated for another mode or focus, or the tags are not where the catalogue says.

## Positions on the board

board-level-not-finite = Level { $level }: the fit of the tags there costs { $cost }, which is not a finite number. Check the rig and the heights in the catalogue, or register the board again.
board-fit-not-finite = The fit at { $pose } is not usable (chi-square { $chi2 }, raised by { $raised } ± { $sigma } mm). Check the rig and the tags in the catalogue, or register the board again.

## Print size

# $axis is "across" or "up", the name of an option.
board-print-implausible = Print size, { $axis }: measured { $measured } mm instead of { $nominal } mm. Expected two lengths that differ by less than a quarter.

## Accuracy certificate, from photographs of the printed verify plate

board-plate-few = { $file }: { $seen } of { $all } tags of the verify plate are visible, and at least { $least } are needed. Lay the printed plate on the board, in view and well lit.
board-plate-scaled = { $file }: the verify plate measures { PERCENT($scale, digits: 1) } of its nominal size, so the plate or the board was not printed at 100 %. Print both at 100 % and check the 100 mm ruler, or enter the measured distances.
board-plate-bent = { $file }: the verify plate is not flat. Its tags miss a plane by { DECIMAL($bend, digits: 2) } px (rms), and the limit is { DECIMAL($most, digits: 2) } px. Glue it on stiff board.
board-plate-tilted = { $file }: the verify plate does not lie flat on the board. It is tilted by { DECIMAL($tilt) }°, and the limit is { $most }°. Lay it on the bare killzone.
board-plate-none = No photograph shows the verify plate. Take some with the plate in several places.
# $catalogue is the catalogue's dictionary.
board-plate-shared = The verify plate's tags ({ $dictionary } { $first } to { $last }) cannot be told from the catalogue's ({ $catalogue }). Tags on both: { $shared }. Use another plate.

## Warnings while the board is in view

board-lost = The board's tags are not visible, so nothing is judged. Light the table, and take away what lies on its edges.
board-camera-moved = The camera has moved. Nothing is judged until it is still again.
board-print-scaled = The board's tags are printed at { PERCENT($ratio, digits: 1) } of their nominal size. Print at 100 % and check the ruler, or enter two measured distances.
board-things-scaled = Compared with the board, the tags of { $kind ->
    [operatives] operatives
   *[terrain] terrain
 } are printed at { PERCENT($ratio, digits: 1) } of their nominal size. Either their sheet was not printed at 100 %, or the lens file is for another camera mode. Check the printed rulers.
board-seen-rotated = The image is rotated by 180° relative to the lens file. Positions are right, but set the camera's rotation back, or calibrate the lens with the camera as it is now.
board-scale-differs = The board's size differs by { PERCENT($scale, digits: 1) } from what the terrain on it allows. Either this camera mode shows another part of the sensor than the lens file, or the mat was not printed at 100 %. Positions are wrong until you calibrate the lens in this mode or enter two measured distances.
# $focal: relative change of the focal length. $centre: pixels. $k1: change of the lens's radial distortion.
board-lens-drifted = The lens has drifted (focal length by { PERCENT($focal, digits: 2) }, centre by { DECIMAL($centre, digits: 0) } px, k1 by { DECIMAL($k1, digits: 3) }), or the table shakes. Focus the lens again, or calibrate it again. Until then, positions are corrected and less certain.
board-deformed = The board's tags are not where they were printed, as if the mat were stretched by { PERCENT($stretch, digits: 2) } or bent by { MM($bow) }, or the lens file belonged to another lens. Lay the mat flat, enter two measured distances, or calibrate the lens again. Until then, positions are less certain.
board-shaking = The board's tags are off by { MM($off) } in different directions: the table or the camera shakes, or tags have come loose. Let the table stand still, and press the tags down.
board-inexact = The board's tags do not quite fit the lens file, and several small causes explain it together. If the focus or the camera's mode has changed, or the lens was knocked, calibrate the lens again. Otherwise lay the mat flat and let the table stand still. Until then, positions are less certain.
