### Sheets to print

## Titles, at the foot of each page and in the file's properties

sheet-title-board = Overlook board
sheet-title-tags = Overlook tags
sheet-title-tray = Overlook dice tray
sheet-title-verify = Overlook verify plate
sheet-title-starter-kit = Overlook starter kit
sheet-title-charuco = Overlook ChArUco: { $columns } x { $rows } squares of { $square } mm, markers { $marker } mm, { $dictionary }

## Printed on the sheets

# $title is one of the titles. Under it is a ruler.
sheet-foot = { $title } - { $paper } - print at 100 %, no scaling: this line must measure { MM($ruler, digits: 0) }
# At a board tag: its centre, in millimetres from the board's lower-left corner.
sheet-board-tag = #{ $tag }: centre { $x }, { $y } mm
sheet-board-tag-turned = #{ $tag }: centre { $x }, { $y } mm, turned { $degrees } deg
# At the lower edge of a board tag.
sheet-board-edge = this edge towards the front of the board
sheet-verify-plate = glue flat on stiff board, lay it on the killzone in several places
# Under a tab: where the front of the base points.
sheet-front-right = front right
sheet-front-angle = front { $degrees } deg

## Instructions on the starter kit's first page

sheet-kit-print = 1. Print at 100 % on matt paper. The line at the foot of each page must measure 100 mm.
sheet-kit-board = 2. Cut out the { $tags } board tags. Glue each with its centre at the position on its card.
# $tabs: the parts below.
sheet-kit-tabs = 3. Tabs: { LIST($tabs) }. Cut out disc and tab in one piece. Put the base on the disc; the tag lies beside it.
sheet-kit-tab = { $count } for { $base } mm
sheet-kit-plates = 4. { $plates } terrain plates: glue one flat on top of each piece. All of it must be visible from above.
sheet-kit-markers = 5. { $markers } markers: glue each on a 40 mm disc.
sheet-kit-margin = 6. Keep a white margin around every tag. Do not cover tags with tape, because it reflects.
sheet-kit-centred = 7. Measure two finished tabs: is the base within { MM($most) } of the middle of its disc? A camera cannot see that.

## Sheets that cannot be printed

sheet-paper-unknown = There is no paper { QUOTE($paper) }. Use { LIST($known, last: "or") }.
sheet-card-large = { $title }: a piece of { $width } x { $height } mm does not fit on { $paper }, which has room for { $free_width } x { $free_height } mm. Print it smaller or in parts.
sheet-empty = { $title }: nothing to print, because the catalogue has no such tags.
