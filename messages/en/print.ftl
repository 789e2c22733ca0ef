### `overlook print` and `overlook terrain`: sheets to print, terrain libraries

## Help of options

print-help-library = A terrain library file, or the name of a library that ships with Overlook.
print-help-library-picture = The image file to write (PNG or JPEG).
print-help-outline-image = A photograph of the table.
print-help-rig = The camera's rig.json.
print-help-outline-catalogue = The catalogue of the board's tags, with the sizes of other tags.
print-help-at = A pixel on the box: across, down.
print-help-height = Height of the box's top, if measured.
print-help-out = The PDF file to write.
print-help-paper = Paper size: A4 or Letter.
print-help-catalogue = The catalogue of tags. By default, the 16 tags of the standard board.
print-help-roster = The roster of a team to print tags for.
print-help-player = The team's player, as named in the catalogue.
print-help-base = Base size in millimetres of operatives whose roster gives none.
print-help-terrain = A terrain library to print tags for: a file, or the name of a library that ships with Overlook.
print-help-first-id = Number of the roster's first tag.
print-help-tag-mm = Side of the roster's tags, in millimetres.
print-help-save = Write the catalogue with the roster's tags to this file.
print-help-target = The target.json to print. By default, the largest sheet that fits the paper.
print-help-target-out = The target.json to write. By default, it goes beside the PDF.
print-help-rim-tag-mm = Side of the tags on the tray's rim, in millimetres.

## Lines of the output of 'overlook terrain'

print-library = { $library }: { $pieces } pieces
# Sizes in millimetres.
print-piece = { $piece }: { $name }, { DECIMAL($width, digits: 0) } x { DECIMAL($depth, digits: 0) } x { MM($height, digits: 0) }, { $tags ->
    [none] no tags
   *[other] tags { LIST($tags) }
 }
print-word-unknown = { $piece }, part { $part }: no rule uses the word { QUOTE($word) }. It is kept, but has no effect.
print-no-box = { $file }: no box found at { $x }, { $y }. Draw its outline by hand.

## Errors of 'overlook terrain'

print-library-missing = There is no library { QUOTE($library) }. Use { LIST($known, last: "or") }.
print-library-large = { $library }: all pieces are larger than the board.
print-at-outside = --at: found { $x } { $y }. Expected a pixel of the image, which has { $width } x { $height } px.

## Lines of the output of 'overlook print'

print-done = Wrote { $file }. Print it at 100 %, without scaling, and check that its ruler measures 100 mm.
print-catalogue-done = Wrote { $file }, the catalogue of these tags.
print-target-done = Wrote { $file }. Give it to 'overlook calibrate lens' with --target.
# $tags: numbers with commas between them.
print-rim-done = To find the tray by these tags, use 'overlook tray --tags { $tags }'.
# $base: millimetres.
print-base-guessed = { $file } gives no base for { LIST($operatives) }. The tabs fit a base of { $base } mm; change it with --base-mm.
print-not-pdf = { $file }: the sheet is a PDF file. Use a name that ends in .pdf.
