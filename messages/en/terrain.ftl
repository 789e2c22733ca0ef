### The set-up page: pieces of terrain

terrain-lead = Put a piece down and touch it in the image. First stick one or two tags on its top: they show where it is from then on.
terrain-touch = Touch a piece in the image
terrain-looking = Looking for its edges…
terrain-correct = Enter the height of its top, then correct its corners
terrain-drag = Drag the corners onto the edge of its top.
terrain-piece = Piece { $number }
terrain-top = Top, inches
terrain-traits = Traits
terrain-vantage = Vantage: models can stand on it
terrain-corner-add = Add a corner
terrain-corner-remove = Remove a corner
terrain-keep = Keep this piece
terrain-facts = { INCHES($top) } high · { $parts ->
    [one] 1 part
   *[other] { $parts } parts
 } · { $tags ->
    [none] no tag
   *[other] tags { COMMAS($tags) }
 } · { $seen ->
    [yes] in view
   *[no] not in view
 }

## Buttons of a piece; the second of each pair is for screen readers

terrain-parts = Parts
terrain-parts-of = Parts of { $piece }
terrain-outline = Outline
terrain-outline-of = Outline of { $piece }
terrain-turn = Turn round
terrain-turn-piece = Turn { $piece } round
terrain-store = Keep in our library
terrain-store-piece = Keep { $piece } in our library
terrain-forget = Forget
terrain-forget-piece = Forget { $piece }

## Libraries

terrain-library = Take a piece from a library
terrain-library-file = Load a library file
terrain-library-tags = Print its tags
terrain-take = Take { $piece }
terrain-shelved = { INCHES($top) } high · { $tags ->
    [none] no tags
   *[other] tags { COMMAS($tags) }
 }

## Parts of a piece

# Text for screen readers.
terrain-above = { $piece } from above
terrain-add = Add…
terrain-part-add = Add a part
terrain-part = Part
terrain-role = Kind
# A part that is no wall, door, window, hatch or floor.
terrain-solid = solid
terrain-bottom = Bottom, inches
terrain-vantage-floor = Vantage floor
terrain-see-through = Seen through
terrain-part-remove = Remove this part
terrain-parts-keep = Keep these parts
terrain-part-corner = Corner { $corner } of { $part }
