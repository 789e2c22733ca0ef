### The simulated table: its camera, its scene, and photographs with ground truth

simulation-unplugged = { $camera }: the simulated camera is unplugged. Plug it in again.
simulation-not-begun = simulated: the scene has not started. Open the camera first.
simulation-no-pose = simulated: the rig has no pose, so the camera has no position above the board. Add a pose to the rig.
# A camera must look down at the board. $z: its height above the board.
simulation-horizon = simulated: the camera at z = { MM($z, digits: 0) } sees the horizon. Place it above the board and point it down, so that its whole image shows the table.
# $coefficients: the lens's distortion; $error: how far a pixel is off when it is projected there and back.
simulation-distortion = simulated: the distortion [{ $coefficients }] cannot be inverted in an image of { $width } x { $height } pixels (error { DECIMAL($error, digits: 3) } px). Use a weaker distortion.

## The scene. Things are operatives, terrain and markers, by their ids.

simulation-things-unknown = The scene places things that its catalogue does not have: { LIST(NAME($things)) }.
simulation-not-in-box = { NAME($thing) } is not in the box. The box has { LIST(NAME($known)) }.
simulation-box-empty = { NAME($thing) } is not in the box. The box is empty.
simulation-move-unknown = The hand cannot move { NAME($thing) }. The catalogue has { LIST(NAME($known)) }.
# $start and $until are times of the scene in seconds.
simulation-hand-busy = The hand cannot move { NAME($thing) } at { DECIMAL($start, digits: 2) } s: it moves { NAME($other) } until { DECIMAL($until, digits: 2) } s. Start later.
simulation-tag-twice = Tag { $tag } is on { NAME($one) } and on { NAME($other) }. Use each tag once.

## Photographs with ground truth

simulation-no-truth = { $folder }: no photographs with ground truth. Expected NAME.jpg, NAME.catalogue.json and NAME.truth.json for each.
# $fault: why the photograph cannot be read.
simulation-no-photograph = { $fault }. Expected a photograph beside { $file }.

## Settings of a simulated camera and its effects

simulation-out-of-range = A value is out of range in { $value }. Correct it.
# $paints: the number of paint schemes for the models.
simulation-samples = Rendering needs 1 to 16 samples per pixel and a paint scheme. Found { $samples } samples and { $paints ->
    [one] 1 paint scheme
   *[other] { $paints } paint schemes
 }.
simulation-other-stage = The catalogue has another board or other terrain than the renderer. Make a new renderer.
simulation-jpeg-quality = No image can be written as a JPEG of quality { $quality }. Use 0 to 100.
simulation-no-codec = No film can be written with the codec { QUOTE($codec) }. Use another codec.
