### Health of the table's parts: one line for each on the page /health

health-board-found = The board is found.
# An error of the program. $fault: its text, in English.
health-image-failed = An image could not be processed ({ $fault }). The next one follows.
# $part: the part that has stopped, such as "hall" or "tray"; $fault: the error, in English.
health-part-stopped = A part of the program has stopped: { $part } ({ $fault }). Restart the program.
health-journal-ok = Every event is stored on disk.
# An error of the program while a move was judged. $fault: its name in Python.
health-not-judged = What the camera sees cannot be judged, because of an error in the program ({ $fault }). The game has not changed. Put back the model that was moved last, or undo the last step.
