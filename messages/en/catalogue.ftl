### Catalogues and terrain libraries: which things carry which tags

## Catalogue

catalogue-base-order = Expected [long, short], with the longer diameter first.
catalogue-heights-order = Expected [bottom, top], with the bottom below the top.
# $field and $other are paths such as operatives[0].tags[0].id.
catalogue-tag-twice = { $field }: tag { $tag } is already used at { $other }. Use each tag id once.
catalogue-tag-unknown = { $field }: there is no tag { $tag }. { $dictionary } has the ids 0 to { $last }.
catalogue-id-twice = { $field }: the id { QUOTE($id) } is already used. Use each id once.
catalogue-mounts-unreadable = The learned tag positions cannot be read ({ $fault }). Delete the file, and they are learned again.
# Part of catalogue-mounts-unreadable.
catalogue-mount-not-finite = { $thing } has a value that is not a finite number

## Terrain library

# $fault comes from the geometry library, in English: "Self-intersection[5 5]".
catalogue-part-outline = footprint_mm of part { QUOTE($part) } does not enclose an area: { $fault }. Give the corners in order around the part.
catalogue-part-heights = z_mm of part { QUOTE($part) }: found [{ $bottom }, { $top }]. Expected heights from 0 to { $highest }.
catalogue-part-twice = Piece { QUOTE($piece) } has two parts with the id { QUOTE($part) }. Use each id once in a piece.
catalogue-piece-twice = Two pieces have the id { QUOTE($piece) }. Use each id once.
catalogue-piece-tag-height = Tag { $tag } of piece { QUOTE($piece) } is { MM($found) } high at ({ $x }, { $y }), but no surface there is at that height. The surfaces there are at { LIST($heights, last: "or") } mm.
catalogue-piece-tag-twice = Tag { $tag } of piece { QUOTE($piece) } is also on piece { QUOTE($other) }. Use each tag id once.
catalogue-piece-tag-unknown = Tag { $tag } of piece { QUOTE($piece) } does not exist: { $dictionary } has the ids 0 to { $last }.
catalogue-piece-unknown = { $library } has no piece { QUOTE($piece) }. It has { LIST($known) }.
catalogue-piece-features = The parts of piece { QUOTE($piece) } belong to several terrain features: { LIST($features) }. A library piece can belong to only one.
# $fault is a message.
catalogue-piece-fault = Piece { QUOTE($piece) }: { $fault }
