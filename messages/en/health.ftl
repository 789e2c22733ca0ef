### Health of the table's parts: one line for each on the page /health

health-board-found = The board is found.
# An error of the program. $fault: its text, in English.
health-image-failed = An image could not be processed ({ $fault }). The next one follows.
# $part: the part that has stopped, such as "hall" or "tray"; $fault: the error, in English.
health-part-stopped = A part of the program has stopped: { $part } ({ $fault }). Restart the program.
health-journal-ok = Every event is stored on disk.
# An error of the program while a move was judged. $fault: its name in Python.
health-not-judged = What the camera sees cannot be judged, because of an error in the program ({ $fault }). The game has not changed. Put back the model that was moved last, or undo the last step.

# Name of a part, at the beginning of its line. $key: the part, with _ for spaces. $part: its name, of a hook its address.
health-part-name = { $key ->
    [accuracy] accuracy
    [back-up] back-up
    [board] board
    [camera] camera
    [clips] clips
    [clock] clock
    [data] data
    [demonstration] demonstration
    [disk] disk
    [encryption] encryption
    [exposure] exposure
    [first_run] first run
    [flicker] flicker
    [focus] focus
    [games] games
    [hall] hall
    [hotspot] hotspot
    [journal] journal
    [judging] judging
    [lens] lens
    [lens_file] lens file
    [light] light
    [mode] mode
    [mounts] mounts
    [operatives] operatives
    [outbox] outbox
    [panel] panel
    [power] power
    [program] program
    [rate] rate
    [ready_game] ready game
    [sentinel] sentinel
    [set-up] set-up
    [settings] settings
    [simulated_table] simulated table
    [stages] stages
    [table] table
    [tags] tags
    [temperature] temperature
    [tray] tray
    [voice] voice
    [hook] hook { $part }
   *[other] { $part }
 }
