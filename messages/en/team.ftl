### The set-up page: teams and their tags. $seat: a player's colour. A module is the smallest square of a tag

team-lead = Load both rosters. Each seat has its own tags. Print them for exactly these bases, cut them out, and glue each base on its disc. Or put each model on a starter kit's tab of its size.
# Names of cards and fields, for screen readers.
team-of = Team of { $seat }
team-for = Team for { $seat }
team-first-tag = First tag of { $seat }
team-tag-size-of = Tag size of { $seat }
team-none = No team yet
team-formats = A roster file of Overlook, KTDash, New Recruit or BattleScribe; an example; or a team that you type in.
team-source = { $count ->
    [one] 1 model
   *[other] { $count } models
 } from { $source }
team-file = Load a roster file
team-example = Use an example…
team-other-tags = Give { $seat } other tags

## A team that is typed in

team-type = Type it in
team-name = Team
team-default = My team
team-model = Model { $number }
team-model-name = Name of model { $number }
team-model-base = Base of model { $number }, mm
# The unit behind a number.
team-mm = mm
team-typed-how = Each model gets the card of a plain trooper. To leave a model out, leave its name empty.
team-more = One more model
team-use = Use this team

## Printed tags

team-tags-from = Tags from
team-last-tag = to { $tag }
team-tag-size = Tag size
# $mm: a number, rounded.
team-size-seen = { $mm } mm · { DECIMAL($px) } px per module{ $state ->
    [ok] {""}
    [trouble] {" "}· small
   *[lost] {" "}· too small
 }
team-larger-tags = Use tags of { $mm } mm
team-paper = Paper
team-print = Print these tags
team-print-how = Print at 100 %. The ruler on the sheet then measures 100 mm.
team-base = Base { $size }
team-base-of = Base of { $model }, mm
team-base-guessed = The base is not in the roster: check it
team-no-tag = no tag

## Matching tags to models

team-tags-lead = Put the models on the table, one by one or all at once. Each is found by the tag that was printed for it.
team-all-found = Every model is found.
team-no-models = There are no models yet. Load a roster first.
team-is-tag = It is tag { $tag }
# Text for screen readers.
team-models-of = Models of { $seat }
team-found = { $team }: { $found } of { $all }
team-px = { DECIMAL($px) } px per module
team-not-found = not found yet
# Text for screen readers. $state: one of the two texts above, or setup-away.
team-look-for = { $model }, { $state }: look for it
team-undo-tag = Undo the tag of { $model }
