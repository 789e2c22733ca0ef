### Pieces of terrain whose outline the camera finds, and how tags sit on bases

outline-found = Its edges were found. Correct a corner if it is off.
outline-height-unsure = The edges were found, but the height of the top is a guess. Correct it if it is wrong.
# $fault: an error in English.
outline-mounts-unreadable = { $file } cannot be read ({ $fault }). The positions of tags on their bases are measured again.
