### What a player can do about conditions that spoil the camera's images (docs/accuracy.md)

condition-nothing = Nothing.
condition-keep-still = Keep the camera still: fix the exposure below 1/60 s, use a stiffer arm, and do not lean on the table.
condition-shadows = Draw the curtain, add a second lamp on the other side, or move what casts the shadow.
condition-focus = Focus on the board, lock the focus, then calibrate the lens again.
condition-reflections = Turn the lamp until the board does not reflect it, or print on matt paper.
condition-clear-tags = Uncover the tags, and reprint worn ones.
condition-lens = Calibrate the lens again with this mode and focus.
condition-mount = Mount the camera on the wall or ceiling, not on the table, and wait until the table stops moving.
condition-flat-mat = Flatten the mat: put weights on its corners, or stick it down.
condition-terrain-tags = Uncover one tag of each terrain piece, or enter the level on the phone.
condition-less-light = Use less light, or a shorter exposure.
condition-denoising = Switch off the camera's denoising if you can.
condition-rotation = Rotate the image back in the camera's settings, or calibrate the camera as it is mounted.
condition-crop = Switch the camera back to the mode in which the lens was calibrated.
condition-print-scale = Print the sheets at 100 %, and enter the two measured distances.
condition-stick-tags = Stick down the whole back of each tag.
condition-sheet = Remove the sheet of paper.
condition-evening = Do each of the above, the worst first.
