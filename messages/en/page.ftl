### Pages that the server writes itself: errors, accuracy certificate, dice statistics, match report, dice tray

## Links and titles

page-to-table = To the table
page-to-set-up = Set up a table (on the table's page)
page-to-health = Table status
page-pair-device = Pair this device

## Titles of error pages; below each is what to do

page-title-unpaired = This device is not paired
page-title-forbidden = Not allowed on this device
page-title-missing = Page not found
page-title-unavailable = The table cannot answer now
page-title-failed = That did not work

## Pages in place of others

page-set-up-title = Set-up
page-first-run-title = First run
page-demonstration = The demonstration is running
page-demonstration-why = A scripted game is being played on the simulated table, so there is nothing to set up. On the table's own screen, or as referee, you can choose an empty simulated table, a ready game, or your own camera instead.
page-no-camera = The simulated table needs no camera
page-no-camera-why = Nothing needs to be installed. To use a camera instead, choose it on the table's page (on the table's own screen, or as referee).

## Judge

page-judge-title = Judge
page-judge-call = Call a judge
page-judge-or-see = or see whether one is coming
page-judge-none = You cannot call a judge here
page-judge-ask-organiser = This table does not belong to a hall. Ask the event's organiser in person.

## Dice tray

page-tray-title = Dice tray
# Text for screen readers.
page-tray-image = Image of the tray's camera
page-tray-upper-left = Touch the tray's upper left corner, on the inside of the rim.
page-tray-upper-right = Touch the tray's upper right corner, on the inside of the rim.
page-tray-lower-right = Touch the tray's lower right corner, on the inside of the rim.
page-tray-lower-left = Touch the tray's lower left corner, on the inside of the rim.
page-tray-line = Check the yellow line: it should follow the inside of the rim.
# Buttons.
page-tray-empty = Take an image: the tray is empty
# $name: a player's name.
page-tray-dice = Take an image: only the dice of { $name } are in the tray, not touching each other
page-tray-save = Save, and read rolls
page-tray-again = Start again
# Beside a button whose step is complete.
page-tray-done = done
page-tray-corner-far = A corner can be at most { $most } px from the image's upper left. Touch it again.
page-tray-not-touched = { QUOTE($found) } is not a corner of the tray. Touch a corner in the image.

## Accuracy certificate

page-certificate-title = Accuracy certificate
page-certificate-dated = Accuracy certificate { $date }
page-certificate-none = No accuracy certificate yet
# $print and $verify: commands.
page-certificate-how = Print the plate with '{ $print }'. Photograph it in several places on the board. Then measure the photographs with '{ $verify }'.
# $date: a day, such as 2026-05-02. A tag consists of 6 x 6 modules or more, small black or white squares.
page-certificate-about = Camera { $camera }, checked on { $date }: { $distances } distances of up to 6" in { $places ->
    [one] one place
   *[other] { $places } places
 }, { DECIMAL($pixels) } pixels per module.
page-certificate-covered = { PERCENT($share, digits: 1) } of the errors are within the stated 95 % interval.
page-certificate-uncovered = Only { PERCENT($share, digits: 1) } of the errors are within the stated 95 % interval, so the stated error is too small. Calibrate the camera again.
# The same in short, on the overlay: the error of 95 % of the distances is below $error.
page-certificate-short = ±{ MM($error, digits: 2) }, verified { $date }
# Captions of four figures in millimetres.
page-certificate-p95 = 95 % of the errors are below this
page-certificate-p50 = half of the errors are below this
page-certificate-largest = largest error
page-certificate-mean = mean error (+ too long, − too short)
page-certificate-places = Photographs
# Text for screen readers.
page-certificate-map = Positions of the plate on the board
page-certificate-map-caption = Positions of the plate. The size of each disc shows the error there (95 %, in mm).
# Columns of the table of photographs.
page-certificate-photograph = photograph
page-certificate-middle = centre
page-certificate-tags = tags
page-certificate-mean-error = mean error
page-certificate-error = 95 %
page-certificate-scale = scale

## Dice statistics

page-dice-title = Dice statistics
page-dice-none = No dice have been rolled at this table yet.
# $limit: 0.05. $tables: 20.
page-dice-figures = χ² (chi-squared) measures how unevenly the faces fell; 0 is perfectly even. p is the probability that fair dice fall at least as unevenly by chance. If p is below { $limit } (one table in { $tables }), the dice are called unusual.
page-dice-line = The line is the average of fair dice.
# Columns of a table, followed by the faces 1 to 6 and two letters.
page-dice-evening = evening
page-dice-count = dice
# In the column of the evenings: the sum.
page-dice-all = all
# In the column of p.
page-dice-too-few = too few
# Text for screen readers. $of: a player's name or a day. $faces: six of the next text.
page-dice-chart = { $of }: { LIST($faces) }
page-dice-face = { $count } of { $face }

## Match report

# Two names of players or teams.
page-report-versus = { $one } against { $other }
page-report-title = { $players }, game { $game }
# Part of a line: edition, "begun", a time, then the next text.
page-report-begun = begun
page-report-game = game { $game }
page-report-vp = VP
page-report-set-up = Set-up
page-report-in-point = Turning point { $point }, not finished
page-report-end-of-point = End of turning point { $point }
# Text for screen readers. $title: one of the three texts above.
page-report-board = The board: { $title }
# $title: as above. $scores: "Rooks: 3 VP" for each side.
page-report-scores = { $title }: { LIST($scores) }
page-report-score = { $name }: { $vp } VP
page-report-not-over = The battle is not over.
page-report-won = Winner: { $name }.
page-report-draw = The battle is a draw.
page-report-signed = Signed by { LIST($names) }.
# Titles of a part of the terrain and of an operative, shown under the mouse.
page-report-terrain = { $name }, { INCHES($top) } high
page-report-operative = { $name }, { $wounds } of { $of } wounds left
# Tables: caption, then columns.
page-report-points = Points
page-report-turning-point = turning point
page-report-who = who
page-report-from = from
page-report-why = why
page-report-moments = Events
page-report-moment = turning point { $point }, { $time }
page-report-clip = Clip (while the table keeps it)
page-report-rulings = Rulings
page-report-ruling = ruling
page-report-claim = claim
page-report-measured = measured
page-report-yes = yes
page-report-no = no
page-report-too-close = too close
page-report-dice-faces = Dice entered face by face
page-report-dice-counted = Dice entered as successes
page-report-dice-of = dice of
page-report-dice-fair = fair?

## The pages' own scripts, for developers

# $through: the modules on the way from the file back to itself.
page-script-circle = { $file } imports itself through { LIST($through) }. Remove the circular import.
page-script-form = { $file }: this import or export cannot be bundled. Use named imports, and export only functions, classes and constants.
