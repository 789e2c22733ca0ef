### The command line: summaries of the commands, options of several commands, usage errors

# Heading of 'overlook --help'.
cli-about = The referee above the table.

## Summaries of the commands, in the list of 'overlook --help': one line each

cli-summary-adjudicate = Judge a file of positions, and compare the answers with the expected ones.
cli-summary-bench = Compare tag detection with plain cv2.aruco and pupil-apriltags, and tracked windows with whole frames.
cli-summary-broadcast = Send the annotated camera image as H.264 to a streaming server: MediaMTX, go2rtc, Janus.
cli-summary-dice = Read a roll from photographs; dice that cannot be read with certainty are marked, with the reason.
cli-summary-doctor = Check camera, lens file, light, board, panel, disk, heat, power, clock, games, hall. Changes nothing.
cli-summary-example = Photograph the simulated table: writes an image, the catalogue of its tags, and the camera's lens.
cli-summary-hub = Serve the pages of a hall: all its tables, their messages and results.
cli-summary-backup = Write games, calibrations and settings into one verified file. The table can keep running.
cli-summary-restore = Restore a backup, after verifying every file of it. Existing data is never deleted.
cli-summary-ask = Answer a question about one photograph of the table, taken with any camera.
cli-summary-locate = Locate all models and terrain on photographs of a table, with the measurement error.
cli-summary-measure = Measure between operatives: gap, control range, visibility, cover, obscured, with the camera's error.
cli-summary-mount = Show how high to mount each camera, and the smallest tag it reads. By default, as low as possible.
cli-summary-wiring = Draw how the panel's buttons, light and buzzer are wired to the Pi's header, with the settings' pins.
cli-summary-odds = Answer dice questions exactly, and compare the answers with the expected ones.
cli-summary-play = Play a script without a camera: a table with its rules, seats and rights, and the script's sightings.
cli-summary-recover = Recover a damaged game: keep every event before the damage. The damaged file is kept under another name.
cli-summary-replay = Judge a recorded game again, and list every ruling that would differ today.
cli-summary-explain = Explain a ruling: limits, measurements, causes of the uncertainty, readings, and what would settle it.
cli-summary-rule = Show rules of an edition in our own words, with the readings of open questions.
cli-summary-branch = Begin a new game that goes on from a recorded one after an event; a table continues it.
cli-summary-export = Write a recorded game as notation for people, or as JSON lines with every event.
cli-summary-import = Read a game from notation or JSON lines into a journal that a table can continue.
cli-summary-report = Write versions, settings without secrets, games, the last log lines and the last fault into one file.
cli-summary-roster = Read a roster, show what was understood, and write it in the format of Overlook or KTDash.
cli-summary-schema = Show the format of a file that people write, as JSON Schema, or an example of such a file.
cli-summary-run = Run the table: camera, referee, pages, panel. Without settings: the simulated table and a scripted game.
cli-summary-tray = Calibrate a dice tray from photographs, or publish its rolls for other programs.
cli-summary-verify = Measure the verify plate: bias, median, 95 % and largest error, and whether the stated error holds.
cli-summary-calibrate = Calibrate a camera: its lens, or its position above the board.
cli-summary-mission = Mission files: drop zones, territories, objectives, markers and equipment.
cli-summary-pack = Pack files: actions and equipment that a team or a mission adds.
cli-summary-print = Print sheets: tags, the board, the tray's rim, the calibration target, the verify plate.
cli-summary-terrain = Terrain: libraries of pieces, and the outline of a box in an image.

## Help of options. One or two short sentences each, as all texts with -help- in their codes.

cli-help-camera = The camera, written as in overlook.toml.
cli-help-edition = The edition: kt24 or kt21.
cli-help-port = The port of the pages.
cli-help-host = The address to listen on.
cli-help-run-host = The address to listen on. Default: web.host of the settings, else 0.0.0.0, which is every address of this computer; phones must be paired to see the game. 127.0.0.1 is for this computer only.
cli-help-data = The folder with the table's games.
cli-help-settings = The settings file.
cli-help-set-up = Start with an empty table, and set it up on the page /setup.
cli-help-version = Print the version and stop.
cli-help-json = Print the result as JSON.

## Usage errors

# $fault: a message that ends with or without a full stop. $format: a name of 'overlook schema'.
cli-format = { $fault } Show the format with 'overlook schema { $format }'.

# $fault comes from the library Typer, in English: "Missing option '--rig'."
cli-usage = { $fault } See 'overlook --help'.
# $expected is one of the fragments below.
cli-option-found = { $option }: found { QUOTE($found) }. Expected { $expected }. See 'overlook --help'.

# Fragments: $expected of cli-option-found.
cli-expected-truth = true or false
cli-expected-finite = a finite number
cli-expected-number = a number
cli-expected-whole = a whole number
cli-expected-more = more than { $limit }
cli-expected-least = at least { $limit }
cli-expected-less = less than { $limit }
cli-expected-most = at most { $limit }

## Lines of several commands

cli-wrote = Wrote { LIST($files) }.
cli-read-back = { $file }: reading the file back gave something else than was written. The old file was kept.
# $reason comes from the operating system, in English: "Permission denied".
cli-unwritable = { $file } cannot be written: { $reason }.
cli-option-unreadable = { $option }: { $file } cannot be read: { $reason }.
