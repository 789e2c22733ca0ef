### A tournament at the hub: players, rounds, results, calls for a judge

## Players and settings of the event

event-already-entered = { NAME($entrant) }: already in the event.
event-name-taken = Another player is called { $name }. Add something to tell the two apart.
event-full = The event has { $most } players, the largest number allowed.
# $entrant: what the request named as a player.
event-not-entered = { NAME($entrant) }: not in this event.
event-already-dropped = { NAME($entrant) }: already dropped.
event-not-dropped = { NAME($entrant) }: not dropped, still in the event.
event-table-twice = The list of tables names a table twice. Name each table once.
event-too-few-rounds = The event cannot have { $rounds ->
    [one] only one round
   *[other] only { $rounds } rounds
 }: { $begun } have begun.
# Tournament points, for example 3, 1 and 0.
event-points-order = Points: { $win } for a win, { $draw } for a draw, { $loss } for a loss. A win must be worth at least as much as a draw, and a draw at least as much as a loss.
event-list-without-names = The list has no column with names. Its first row needs one of these headings: { LIST($known, last: "or") }.
# $character: such as U+0000.
event-list-control = Row { $row } of the list has the control character { $character }: this is no CSV, or a damaged one. Export the list again as CSV.
event-list-encoding = Row { $row } of the list has characters that cannot be read. Save the list as CSV in UTF-8.
event-list-empty = The list has no players. Add one row for each player below the headings.

## Rounds and pairings

event-results-missing = Round { $round } is not over. No result yet at: { LIST($tables) }.
event-next-round = Round { $round } cannot begin now. The next round is { $next }.
event-rounds-over = Round { $round } cannot begin: the event has { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
 }.
event-too-few-players = A round needs at least two players. Enter the players first.
# Shown before round 1. $possible is smaller than $rounds.
event-rematches-expected = { $rounds } rounds are planned. { $players } players can play only { $possible } { $possible ->
    [one] round
   *[other] rounds
 } before some of them meet again or have a second bye. Plan { $possible }, or expect rematches.
event-seated-twice = A player has two seats. Give each player one seat.
event-wrong-players = Give each player of this round one seat, and nobody else. Seated wrongly or not at all: { LIST(NAME($players)) }.
event-tables-shared = Two games have the same table, or a game has none. Give each game its own table.
event-too-many-byes = There are too many byes. Give one bye if the number of players is odd, else none.
event-round-not-running = Round { $round } is not being played. The current round is { $running }.
event-no-round-running = Round { $round } is not being played. No round has begun.
event-round-not-last = Only the round begun last can be taken back. That is round { $last }, not round { $round }.
event-round-not-begun = Round { $round } has not begun.
event-pairing-fixed = These pairings cannot change, because the game already has a report or a signature: { LIST($tables) }.
event-no-clock = The clock cannot start or stop: no round has begun.
event-clock-running = The clock is already running.
event-clock-stopped = The clock is already stopped.

## Results. $table is a table's name, such as table-07.

event-table-without-game = { $table }: no game in round { $round }.
event-player-without-game = { NAME($entrant) }: no game in round { $round }.
event-result-fixed = { $table }: the game already has a result. The organiser can correct it.
event-not-at-table = { NAME($entrant) }: not a player at { $table }.
event-winner-missing = { $table }: choose who won. A concession or a no-show has a winner.
event-draw-with-winner = { $table }: a draw has no winner. Choose another ending, or no winner.
event-winner-unclear = { $table }: it is not clear who won. Correct the result and choose the winner.
event-not-agreed = { $table }: the result is not agreed. Let both players sign the same points, or let one sign the points that the table counted. Otherwise enter the result as the organiser.

## Calls for a judge

event-call-known = { $table }: the call { $call } is already recorded.
event-too-many-calls = The event has { $most } calls for a judge, the largest number allowed.
event-judge-coming = { $table }: { $judge } is already on the way. No second judge is needed.
event-call-unknown = Table { $table }: no call for a judge has the number { $call }.
event-call-answered = { $table }: the call was already answered. Undo the answer first.
event-call-withdrawn = { $table }: the call was withdrawn. Undo the withdrawal first.
event-call-replaced = { $table }: a newer call replaced this one. Undo the newer call first.
event-call-open = { $table }: there is an open call for a judge. Answer that call.

## Commands of the organiser

event-nothing-to-undo = There is no command { $number } to undo.
# Somebody else changed the event in the meantime. Both numbers count commands.
event-changed = The event has changed: { $acts } commands, expected { $expected }. Load the page again.
event-busy = Event '{ $event }': other hubs write faster than this one. Try again.
# $fault: why the command cannot be read.
event-unreadable = Event '{ $event }': command { $number } or a later one cannot be read ({ $fault }).

## Keys of the organiser, codes of players

event-wrong-keys = Too many wrong keys from this device. Wait a minute.
event-organiser-only = Only the organiser can do this. Enter the organiser's key.
event-wrong-codes = Too many wrong codes from this device. Wait a minute.
event-wrong-code = This is not the player's code. The code is on the player's slip.

## Preview of a command: what it would change. Each is one line of a list.

event-change-none = Nothing changes in the pairings, results and standings.
event-change-enters = { $player } enters and plays from the next round on.
event-change-drops = { $player } drops and is not paired in the next round.
event-change-returns = { $player } returns and plays from the next round on.
# $details: name, team and club, as far as they are known.
event-change-renamed = { $player } becomes: { LIST($details) }.
event-change-removed = { $player } is removed from the event.
event-change-round-removed = Round { $round } is removed{ $results ->
    [0] {""}
    [one] , with one result
   *[other] , with { $results } results
 }.
event-change-round-added = Round { $round } begins, with { $games ->
    [one] one game
   *[other] { $games } games
 }.
event-change-clock-stops = The clock of round { $round } stops.
event-change-clock-runs = The clock of round { $round } starts.
event-change-bye = Round { $round }: { $player } has a bye.
event-change-paired = Round { $round }, { $table }: { $one } against { $other }.
event-change-result-removed = Round { $round }, { $one } against { $other }: no result any more.
# $first and $second: points of $one and $other. $ending: how the game ended.
event-change-result = Round { $round }: { $one } { $first }, { $other } { $second }. { $winner } wins{ $ending ->
    [concession] {" "}by concession
    [time-out] , the game ended early
    [no-show] , the other did not come
   *[other] {""}
 }.
event-change-draw = Round { $round }: { $one } { $first }, { $other } { $second }. A draw{ $ending ->
    [time-out] , the game ended early
   *[other] {""}
 }.
event-change-place = { $player }: place { $old } becomes { $new }, score { $score }.
