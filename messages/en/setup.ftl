### Setting up a table: teams, tags, terrain, mission, markers

## Files. $file: a file's name; $fault: a message, or an error of the disk in English

setup-draft-aside = { $file } cannot be used and was renamed to { $aside }. The set-up starts empty. { $fault }
# $reason: why the file cannot be renamed, in English.
setup-draft-stuck = { $file } cannot be used and cannot be renamed ({ $reason }). The set-up starts empty. { $fault }
setup-draft-unstable = The set-up cannot be stored in this state. Undo the last change.
setup-not-written = The change was not made: { $file } cannot be written ({ $fault }).
setup-saved-unreadable = { $file } cannot be read ({ $fault }).
setup-saved-not-offered = An earlier table is not offered. { $fault }
setup-library-unknown = There is no library { QUOTE($library) }. Use { LIST($known, last: "or") }.
# An error of the program. $fault: its text, in English.
setup-rules-failed = The rules cannot check the set-up, because of an error in the program ({ $fault }).

## Teams

# $theirs and $ours: years of editions, such as 2024.
setup-team-edition = { $team } is a team of { $theirs }, but this table plays { $ours }. Bring its list of { $ours }.
setup-team-unknown = There is no team { QUOTE($team) }. Use { LIST($known, last: "or") }.
setup-team-empty = { $team } has no models yet. Load a roster first.
setup-models-none = No model has a name. Enter at least one.
setup-models-many = { $count } models are named, but a team has at most { $most }. Leave the other names empty.
setup-model-gone = There is no model { QUOTE($model) } any more.
setup-base-size = The base of { $model } cannot be { $side } mm wide. Enter its diameter, from { $least } to { $most } mm.
setup-base-order = { $long } x { $short } mm: enter the long side first.
setup-base-small = The base of { $model } is smaller than { $least } mm. Correct its size first.

## Names. $thing: one of the five fragments

setup-name-missing = Enter a name for { $thing }.
setup-name-long = The name of { $thing } has { $letters } letters. Use at most { $most }.
setup-the-team = the team
setup-the-model = model { $number }
setup-the-piece = the piece
setup-the-mission = the mission
setup-the-marker = the marker

## Notes on a roster

setup-note-unknown = Not understood: { $text }
# $place: where it is in the roster.
setup-note-unknown-at = Not understood: { $text } ({ $place })
setup-note-unknown-places = Not understood: { $text } ({ $place } and { $more } more)
setup-note-read-as = Read as { $rule }: { $text }
# $used, $given: one of the three fragments below.
setup-note-base = { $kind }: base { $used }, as last time. The roster says { $given }.
setup-size-round = { $width } mm
setup-size-oval = { $long } x { $short } mm
setup-size-none = no size

## Tags. A module is the smallest square of a tag.

setup-tags-small = Tags of { $tag } mm are { DECIMAL($px) } px per module in the image, which is { $sight ->
    [trouble] small
   *[lost] too small
 }.
# $small: the message above.
setup-tags-wide = { $small } A tag of { $better } mm is wider than a base of { $base } mm, so it lies beside it, on a tab. To use smaller tags, hang the camera lower, or choose larger images.
setup-tags-used-up = No tag is free from { $first } to { $last }. Begin at a lower number.
setup-tag-first = Tag { $tag } belongs to the board. Begin at { $first } or above.
setup-tag-of-board = Tag { $tag } belongs to the board, not to a model.
setup-tag-on-piece = Tag { $tag } is on { $piece }. Use another one.
setup-tag-taken = Tag { $tag } already belongs to { $model }. Undo that match first.
setup-tag-clash = Tag { $tag } is on { LIST($who) }. One of them needs another tag.
# One of $who in the message above.
setup-clash-board = the board
setup-mount-unknown = { $operative }: there is no mount { QUOTE($mount) }. Use tab, whole, head or collar.
setup-ask = Put { $model } under the camera.
setup-ask-tag = Put { $model } under the camera (tag { $tag }).
# $ask: one of the two messages above.
setup-ask-which = { $ask } New on the table: { LIST($tags) }. Which one belongs to { $model }?
setup-ask-found = Tag { $tag } is in view: { $model }.

## Terrain

setup-board-hidden = The board is not found in the image. Uncover its tags first.
setup-piece-gone = There is no piece { QUOTE($piece) } any more.
setup-piece-no-owner = { $piece } is terrain of the killzone. Only equipment has an owner.
setup-piece-no-tag = { $piece }: no tag is visible on it. Stick one on its top, in view of the camera.
setup-outline-corners = { $piece }: its outline has { $corners ->
    [one] 1 corner
   *[other] { $corners } corners
 }. Draw at least three.
setup-outline-crossed = { $piece }: its outline crosses itself or is too small. Drag its corners apart.
# $fault is a message.
setup-part-refused = { $piece }, part { $part }: { $fault }

## Mission and markers. $theirs and $ours: years of editions, such as 2024

setup-mission-edition = { $mission } is a mission of { $theirs }, but this table plays { $ours }. Choose another one.
setup-mission-file-edition = { $file } is a mission of { $theirs }, but this table plays { $ours }. Bring one of { $ours }, or write edition = "{ $ours }" in the file if it is one.
setup-mission-unknown = There is no mission { QUOTE($mission) }. Use { LIST($known, last: "or") }.
setup-mission-none = No mission is chosen yet.
setup-markers-none = There are no markers to print. Choose a mission first.

## Requests that are refused. $own, $other, $owner: players

setup-team-of-other = This phone belongs to { NAME($own) }. It cannot change the team of { NAME($other) }.
setup-game-screen = A game is running. { $thing } can be moved only on the table's screen.
setup-game-models = A game is running. { $thing } belongs to { NAME($owner) }, and this phone moves only its own models.
setup-game-running = A game is running. Only the table's screen or the referee can do this.
setup-game-begun = A game with this set-up is running. Start a new set-up to change it.
setup-table-real = This is a real table. Move things by hand.
setup-nothing-to-undo = There is nothing to undo.
# $check: the check that prevents the start.
setup-not-ready = Not ready. { $check }

## What the button Undo takes back. Fragments, shown after "Undo:"

setup-undo-all = the set-up
setup-undo-restored = the restored table
setup-undo-start = the start
setup-undo-team = the team
setup-undo-team-gone = removing the team
setup-undo-tags = the tags of a team
setup-undo-renumbered = the new tag numbers
setup-undo-base = the size of a base
setup-undo-match = the tag of a model
setup-undo-unmatch = removing the tag of a model
setup-undo-piece = the piece
setup-undo-piece-turned = turning the piece
setup-undo-piece-kept = keeping the piece
setup-undo-piece-gone = removing the piece
setup-undo-piece-owner = the owner of the piece
setup-undo-library = the library
setup-undo-mission = the mission
setup-undo-sides = swapping the sides
setup-undo-marker = the marker
setup-undo-marker-gone = removing the marker
# Step of the set-up, or the model that is looked for.
setup-undo-step = the step

## An earlier table that is on the board again

setup-offer-today = This is today's table. Use it again?
setup-offer-yesterday = This is yesterday's table. Use it again?
setup-offer-date = This is the table of { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
 } { $year }. Use it again?
setup-offer-gone = { $name } is not offered any more: the set-up has changed, or its tags are not in view.
# Differences from the earlier table. $thing: a name, or one of the three fragments at the end.
setup-thing-missing = { $thing }: not in view
setup-thing-new = { $thing }: new
setup-thing-moved = { $thing }: moved { LENGTH($by) }
setup-thing-turned = { $thing }: moved { LENGTH($by) }, rotated by { DECIMAL($degrees, digits: 0) }°
setup-things-tag = Tag { $tag }
setup-things-tags = { $count } tags
setup-things-models = { $count } models

## Steps: titles, and how far each is. Fragments

setup-step-teams = Teams
setup-step-tags = Tags
setup-step-terrain = Terrain
setup-step-mission = Mission
setup-step-markers = Markers
setup-step-ready = Ready
setup-told-none = none yet
setup-told-models = { $first } and { $second } models
setup-told-no-models = no models yet
setup-told-found = { $found } of { $all } found
setup-told-pieces = { $pieces ->
    [one] 1 piece
   *[other] { $pieces } pieces
 }
setup-told-pieces-new = { $pieces ->
    [one] 1 piece
   *[other] { $pieces } pieces
 }, { $tags ->
    [one] 1 unknown tag
   *[other] { $tags } unknown tags
 }
setup-told-mission = { $mission }
setup-told-markers = { $markers } by hand
setup-told-no-markers = none by hand
setup-told-running = game running

## Checks before the start: titles

setup-part-files = Set-up
setup-part-camera = Camera
setup-part-board = Board
# $seat: a player's colour; $team: the team's name.
setup-part-seat = { $seat }
setup-part-team = { $seat }: { $team }
setup-part-tag = Tag { $tag }
setup-part-tags = Tags
setup-part-edition = Edition of { $seat }
setup-part-edition-mission = Edition of the mission
setup-part-terrain = Terrain
setup-part-equipment = Equipment
setup-part-mission = Mission

## Checks before the start. Lists of names may end with setup-more

# The last item of a list of names that is cut.
setup-more = { $count } more
setup-check-camera = { DECIMAL($fps, digits: 0) } images per second, { $width } x { $height } px.
setup-check-camera-none = No image yet.
setup-check-camera-moving = The camera is moving.
setup-check-board-none = The board has not been searched for yet.
setup-check-board = { $seen } of { $all } tags in view, off by { DECIMAL($residual, digits: 2) } px.
setup-check-team-none = No team yet. Load a roster.
setup-check-unmatched = Not found under the camera yet: { LIST($models) }.
setup-check-away = { $seen } of { $all } in view. Not in view: { LIST($things) }.
setup-check-models = { $count ->
    [one] The only model is in view.
   *[other] All { $count } models are in view.
 }
setup-check-pieces = { $count ->
    [one] The only piece is in view.
   *[other] All { $count } pieces are in view.
 }
setup-check-tags = Smallest tag: { DECIMAL($px) } px per module ({ $model }), large enough.
setup-check-tags-small = Smallest tag: { DECIMAL($px) } px per module ({ $model }), enough in good light. Larger tags are safer for { LIST($models) }.
setup-check-tags-lost = Smallest tag: { DECIMAL($px) } px per module ({ $model }); below { $least }, tags are often missed. Print larger tags for { LIST($models) }.
# $tags: numbers, and ranges (setup-tag-range).
setup-check-terrain-new = { $count ->
    [one] Tag { LIST($tags) } belongs
   *[other] Tags { LIST($tags) } belong
 } to no known piece. On the step Terrain, touch each new piece in the image. Until then, rulings ignore it.
setup-check-terrain-or-model = { $count ->
    [one] Tag { LIST($tags) } belongs
   *[other] Tags { LIST($tags) } belong
 } to no known piece or model. On the step Terrain, touch each new piece in the image; on the step Tags, match new models. Until then, rulings ignore them.
setup-tag-range = { $first } to { $last }
setup-check-terrain-none = No terrain: the killzone is empty.
setup-check-owner = Choose an owner for { LIST($things) }. Without an owner, its territory is not checked.
setup-check-mission-none = No mission: there are no drop zones and no objectives.
setup-check-mission-waiting = { $mission }: the rules check it as soon as nothing is moving.
setup-check-mission-faults = { $mission }: { $count ->
    [one] 1 thing
   *[other] { $count } things
 } to check, shown on the board.
setup-check-mission-ok = { $mission }: everything is set up as the rules require.

## The page

setup-page = Set-up
# Text for screen readers: the camera's image or the board.
setup-stage = Table
setup-undo = Undo
# $what: one of the texts setup-undo-...
setup-undo-what = Undo: { $what }
setup-next-step = Next: { $step }
setup-cancel = Cancel
setup-name = Name
setup-remove = Remove
setup-remove-thing = Remove { $thing }
setup-download = Download as a file
setup-owner = Owner
setup-owner-of = Owner of { $thing }
setup-owner-none = Not chosen
# A corner or a marker, for screen readers.
setup-drag = { $thing }: drag it, or use the arrow keys
setup-corner = Corner { $corner } of { $corners }
# Text for screen readers.
setup-image = Camera image. Touch it where the step asks you to.
# Text for screen readers: the list of what breaks a rule.
setup-faults = Rulings on the set-up
setup-away = not in view
setup-box = Simulated table: put things under the camera
setup-box-all = Put everything on the table
setup-offer-use = Use it again
setup-offer-drop = Start again
setup-offer-same = Everything is where it was.

## The page: mission and markers

setup-mission-lead = Choose a mission. To change it, drag its objectives and the corners of its drop zones.
setup-mission-file = Load a mission file
setup-mission-without = Without a mission there are no drop zones and no objectives. The game can begin all the same.
setup-mission-swap = Swap sides
setup-mission-tags = Print the markers' tags
setup-side-nobody = nobody
setup-objective = Objective { $objective }
setup-objective-add = Add an objective
setup-zone-corner = Drop zone { $side }, corner { $corner }
setup-markers-lead = The camera finds markers with a tag. For any other marker, enter what it is, then touch the board where it is.
setup-marker-what = Marker
setup-marker-diameter = Diameter, mm
setup-marker-touch = Touch the board where the marker is
setup-marker-place = { $declared ->
    [yes] entered by hand
   *[no] in view
 }, at { DECIMAL($x) }, { DECIMAL($y) } in
setup-marker-declared = { $marker }, entered by hand

## The page: ready

setup-ready-lead = Whether everything is calibrated and in view, and what is missing.
setup-start = Start the game
setup-start-new = Start a new set-up
setup-play-here = Play on this device
setup-fix = Fix
setup-fix-what = Fix: { $check }
# Text for screen readers beside a sign.
setup-check-state = { $state ->
    [ok] OK
    [trouble] check this
    [waiting] not checked yet
   *[lost] missing
 }
# Columns of a table of the models.
setup-column-model = Model
setup-column-base = Base
setup-column-tag = Tag
setup-column-size = Px per module
setup-tag-size = { DECIMAL($px) }, { $state ->
    [ok] large enough
    [trouble] small
   *[lost] too small
 }
