### The board in the image: its pose, its print, and the accuracy measured on it

## Board pose

board-tags-few = { $seen } of { $all } board tags are visible, and at least { $least } are needed. Uncover the board's edge, check the light and the focus, and check that the catalogue belongs to this board.
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
