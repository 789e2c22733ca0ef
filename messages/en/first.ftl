### First run of a table in the browser: camera, image, print, lens, board and accuracy

## What is missing. $fault: an error of the disk, in English

first-camera-missing = No camera is chosen. Choose one of those that are plugged in.
first-unfinished = The first run is not finished. Continue with this step.
first-folder-cannot-be-made = The data folder { $folder } cannot be made ({ $fault }). Give its parent folder to the user that runs the table, or name another data.folder.
first-folder-closed = The data folder { $folder } cannot be written. Give it to the user that runs the table, or name another data.folder.
first-disk-read-only = The disk of the data folder { $folder } is read-only, so games cannot be kept. Repair the disk, or mount it writable: the table then opens by itself.
first-lens-missing = The camera's lens is not calibrated. Calibrate it with the lens sheet.
# $fault is a message here and in the next line.
first-lens-refused = The lens file cannot be used: calibrate the lens again. { $fault }
first-catalogue-refused = The catalogue cannot be used: correct the file, or use the starter kit's board. { $fault }
# $reason: an error of the disk, in English.
first-choices-unreadable = { $file } cannot be read ({ $reason }). Choose again on the first run's page.
first-choices-damaged = { $file } is damaged. Choose again on the first run's page.
# $fault is a message, or an error in English.
first-table-not-opened = The table cannot be opened. { $fault }

## Steps

first-step-camera = Camera
first-step-picture = Image
first-step-print = Print
first-step-lens = Lens
first-step-board = Board
first-step-verify = Verify
# Name of a camera that is not plugged in.
first-camera-of-settings = The camera named in the settings
first-no-camera = No camera is chosen yet.
first-lens-first = The lens is not calibrated yet. Do the step Lens first.
# A board found in the image.
first-board-found = { $seen } of { $all } tags found, on average { DECIMAL($residual, digits: 2) } px from where they should be. The camera is { DECIMAL($height, digits: 0) } cm above the board. Check that height.

## Accuracy, measured with the verify plate. $left, $front: inches from the board's left and front edge

first-place = { LENGTH($left) } from the left edge, { LENGTH($front) } from the front edge: measured lengths are { $way ->
    [long] { DECIMAL($off, digits: 2) } mm too long
    [short] { DECIMAL($off, digits: 2) } mm too short
   *[right] right
 } on average.
# $place is the message above.
first-place-worse = { $place } That is worse than the table expects. Check that the plate is flat and its thickness is entered correctly, then measure again.
first-place-same = The plate is still where place { $number } was measured. Move it at least { INCHES($apart) } away.
first-places-few = { $there ->
    [0] No place is
    [one] 1 place is
   *[other] { $there } places are
 } measured. Measure at least { $wanted }, some of them in corners.
# $accuracy: such as "±0.12 mm, verified 2026-11-29".
first-certified = Measured: { $accuracy }. Go to the table: teams come next.

## Requests that are refused

first-table-plays = The table is running. Press 'Set the camera up again' first.
first-camera-unknown = There is no camera { QUOTE($camera) }. Choose one of those that are plugged in.
first-not-measurable = The plate cannot be measured yet. The lens, the board and an image are needed first.
# $missing is one of the messages under "What is missing".
first-not-ready = Not yet. { $missing }
first-game-running = A game is running. End it first: nothing is judged while the camera is set up.
first-disk-failed = The disk cannot be written ({ $fault }). Make room on it, or check its permissions.
first-sheet-unknown = There is no sheet { QUOTE($sheet) }. Use { LIST($known, last: "or") }.

## The page

first-missing = What is missing
# A button. $step: the title of a step.
first-go-to = Go to: { $step }
first-owner = Owner of this table
first-claim = This is my table: claim it
first-claim-how = Set the table up on its own screen. To do it on this device, hold the panel's pairing button, then claim the table here.
first-finish = Go to the table
first-again = Set the camera up again
first-simulated = Back to the simulated table

## The page's steps

first-camera-choose = Choose the camera
first-camera-hang = Plug the camera in. Hang it above the middle of the board, looking straight down.
first-camera-waiting = No camera is plugged in. It appears here as soon as you plug it in.
first-image-size = Image size, px
first-focus = Focus and light
first-focus-how = Lay out the board's tags, or any printed sheet. Turn the lens until the edges are sharp.
first-print-how = Print at 100 %, without scaling. Then measure the 100 mm line on a sheet.
# A link. $paper: A4 or Letter.
first-sheet = { $sheet }, { $paper }
first-sheet-kit = Starter kit
first-sheet-lens = Lens sheet
first-sheet-plate = Verify plate
first-ruler = Measured length of the 100 mm line, mm
first-ruler-off = The line is { DECIMAL($off) } mm off. Print again at 100 %.
first-plate = Thickness of the verify plate on its card, mm
first-kit-board = Use the starter kit's board
first-lens-how = Glue the lens sheet to something flat. Hold it still wherever the page asks you to. The page takes the views by itself.
first-lens-find = Find the lens
first-lens-known = The lens is calibrated.
# $view: a view's name. $rms: its reprojection error.
first-view = { $view }: { DECIMAL($rms, digits: 2) } px
first-view-drop = Leave out { $view }
first-board-how = Lay the board's tags in their places. The lines show how far each tag is from its place, enlarged 100 times.
first-board-looking = Looking for the board…
first-verify-how = Lay the verify plate flat on the bare board and measure it, in at least { $places } places, some of them in corners.
first-verify-measure = Measure here
first-place-drop = Leave out place { $place }
first-verify-certify = Make the certificate
