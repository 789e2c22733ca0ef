### Pages of a hall's hub: the hall, an event for its players, its organiser and a large screen

## Titles and links of the pages

venue-title-hall = Overlook: the hall
venue-title-event = Overlook: the event
venue-title-screen = Overlook: the event on a large screen
venue-title-organise = Overlook: the organiser's page
venue-title-slips = Overlook: slips
venue-title-challenges = Overlook: challenged rulings
venue-title-overlay = Overlook: one table
venue-hall = The hall
venue-event = The event
venue-link-hall = Hall
venue-link-event = Event
venue-link-screen = Large screen
venue-link-organise = Organiser
venue-link-standings-csv = Standings (CSV)
venue-link-games-csv = Games (CSV)
venue-link-results-csv = Results (CSV)
venue-link-json = As JSON
venue-loading = Loading
venue-connecting = Connecting
venue-live = Live
venue-saved = Saved.
venue-done = Done.

## Connection to the hub

venue-hub-gone = The hub does not answer. This page tries again.
# $time: a time of day.
venue-hub-lost = The hub has not answered since { $time }. What you see is from then. This page tries again.

## Tables of the hall

venue-tables = Tables
venue-all-tables = All tables
venue-no-tables = No table has connected yet. A table connects if its overlook.toml names the hall under [venue].
venue-table-live = Connected
venue-table-away = Not connected. This is the last score that it sent.
venue-table-unknown = The hub does not answer. This is the last score that it sent.
venue-nothing-set-up = No game
venue-game-ended = Ended
venue-game-set-up = Set-up
venue-turning-point = Turning point { $number }
venue-cp = { $cp } CP
# $text: how far the game is.
venue-demonstration = Demonstration: { $text }
venue-practice = Practice: { $text }
# $one and $other: two players at a table.
venue-pair = { $one } against { $other }

## Headings of columns

venue-head-table = Table
venue-head-first = First player
venue-head-second = Second player
venue-head-vp = VP
venue-head-result = Result
venue-head-player = Player
venue-head-team = Team
venue-head-score = Score
venue-head-games = W-D-L
venue-head-opponents = Opponents
venue-head-difference = VP ±
venue-head-played = Games
venue-head-won = Won
venue-head-drawn = Drawn
venue-head-caller = Called by
venue-head-since = Since
venue-head-judge = Judge
venue-head-ruling = Last ruling at the table
venue-head-words = Words
venue-head-answer = Answer
venue-head-time = Time
venue-head-who = By
venue-head-done = What was done
venue-head-why = Reason

## Round, clock and games

venue-rounds = Rounds
venue-round = Round { $round }
venue-round-of = Round { $round } of { $rounds }
venue-round-none = No round has begun.
venue-players = { $count ->
    [one] One player
   *[other] { $count } players
 }
# $time: minutes and seconds.
venue-clock-over = { $time } over time
venue-clock-paused = { $time } (clock stopped)
venue-pairings = Pairings
venue-standings = Standings
# $title: the heading of several pages.
venue-page-of = { $title }, { $page } of { $pages }
venue-no-game = no game
venue-match = { $table }: { $one } against { $other }
venue-bye-of = { $player } has a bye.
venue-tie-breaks = Score counts first. Players with the same score are ordered by: the strength of their opponents (the mean share of points that these won, each at least one third), then the difference of victory points, then victory points scored. W-D-L: games won, drawn and lost; a bye counts as won.

## How far a game is. Below it stand the lines of the next group.

venue-state-open = Playing
venue-state-said = Reported by the table
venue-state-signed = Signed by one
venue-state-agreed = Agreed
venue-state-undecided = Not clear who won: the organiser decides
venue-state-disputed = Different points: the organiser decides
venue-state-confirmed = Confirmed
venue-state-bye = Bye
venue-ending = Ending
venue-ending-played = as the points show
venue-ending-concession = concession
venue-ending-time-out = ended early
venue-ending-no-show = no-show
venue-ending-draw = draw
# $one and $other: points of the first and second player.
venue-signed-both = Both signed { $one } : { $other }.
venue-signed-one = { $player } signed { $one } : { $other }.
venue-reported = The table counted { $one } : { $other }.
venue-reported-winner = By the table's report { $player } won.

## The game of a player's phone

venue-your-game = Your game
venue-you = You
venue-your-code = Your code
venue-points-yours = Your points
venue-points-theirs = Points of your opponent
venue-points-of = Points of { $player }
venue-sign = Sign
venue-find-player = Find a player
venue-choose-yourself = Choose your name.
venue-mine = Round { $round }: you play { $other } at { $table }.
venue-mine-none = { $player } has no game in round { $round }.
venue-mine-confirmed = The result is confirmed.
venue-mine-undecided = It is not clear who won: the organiser decides.
venue-mine-disputed = You signed different points. Check them together, then sign again or call the organiser.
venue-mine-table-differs = The table counted other points than were signed. Check them together, then sign again or call the organiser.
venue-mine-both = Both have signed.
venue-mine-own = You have signed, { $other } has not.
venue-mine-other = { $other } has signed, you have not.
venue-mine-nobody = Nobody has signed yet.
venue-no-game-yours = You have no game in this round.
# $own and $theirs: points.
venue-signed = Signed: { $own } : { $theirs }. The result counts when { $other } signs the same and the organiser confirms it.

## Calls for a judge

venue-calls = Calls for a judge
venue-calls-none = No calls for a judge.
venue-calls-save = Save the log of calls
venue-call-waiting = waits for a judge
venue-call-coming = a judge is on the way
venue-call-answered = answered
venue-call-withdrawn = withdrawn
venue-call-replaced = called again
venue-call-look = Look at it
venue-call-go = On the way
venue-call-answer = Answered
venue-call-words = Words for the table, if any
venue-call-log = Log a call for a table
# $time: a time of day.
venue-waited = { $time }, { $minutes } min

## Challenged rulings

venue-challenges = Challenged rulings
venue-challenges-newest = Challenges, the newest first
venue-challenge-by = { $table }, game { $game }, { $time }: challenged by { $player }:
venue-challenge-table = { $table }, game { $game }, { $time }: challenged on the table's screen or buttons:
venue-challenge-open = still open
venue-challenge-upheld = the ruling stood
venue-challenge-withdrawn = withdrawn
venue-challenge-count = { $count } challenged, { $open } still open
venue-challenge-none = No ruling has been challenged.
venue-chance-yes = { $percent } % yes

## The organiser's page

venue-organiser-key = Organiser's key
venue-your-name = Your name
venue-sign-in = Sign in
venue-rules = Title, rounds, points, and tables in their order
venue-rule-title = Title
venue-rule-rounds = Rounds
venue-rule-win = Score of a win
venue-rule-draw = Score of a draw
venue-rule-loss = Score of a loss
venue-rule-bye = VP of a bye
venue-rule-tables = Tables, the first table first (names as on the hall's page)
venue-rule-save = Save
venue-mission = Mission
venue-killzone = Killzone
venue-minutes = Minutes
venue-pair-next = Pair the next round
venue-round-preview = Round { $round }: proposed pairings
venue-round-refused = The next round cannot be paired
venue-publish = Publish the round
venue-table-again = (one of them has already played at this table)
venue-show-round = Show
venue-confirm-all = Confirm all that agree
venue-confirm = Confirm
venue-correct = Correct
venue-correct-send = Correct the result
venue-change-table = Change table
venue-other-table = Move the game to this table
venue-swap = Swap two players
venue-swap-one = One player
venue-swap-other = The other player
venue-swap-send = Swap them
venue-clock-pause = Stop the clock
venue-clock-start = Start the clock
venue-round-take-back = Take the round back
venue-round-take-back-why = Take back round { $round } with all its reports, signatures and results
venue-won-by = Won by
venue-choose = choose
venue-by-points = as the points show
venue-preview = Show what changes
venue-cancel = Cancel

## Players on the organiser's page

venue-players-title = Players
venue-name = Name
venue-club = Club
venue-code = Code
venue-enter = Add
venue-list = A list (CSV)
venue-list-enter = Add everybody in the file
venue-list-guessed = The file is not in UTF-8. It was read as Windows-1252: check the names.
venue-drop = Drop
venue-drop-why = { $player } drops
venue-return = Return
venue-return-why = { $player } returns
venue-rename = Rename
venue-rename-title = { $player }: name, team, club
venue-rename-send = Change it

## Slips

venue-slips = Slips
venue-slips-link = Print everybody's slips
venue-slips-key = Open this page from the organiser's page, after you have signed in there.
venue-slips-local = These slips lead to this computer alone. Open the organiser's page by the hub's address in the network, and print the slips then.
venue-slips-print = { $count ->
    [one] One slip.
   *[other] { $count } slips.
 } Print this page and cut it.
# $address: address of a page.
venue-slip-address = Sign at { $address }

## Log of what was done

venue-log = Log
venue-log-all = Show all
venue-take-back = Take back
venue-take-back-why = Take back no. { $number }
venue-log-set-up = The event is set up: { $title }, { $rounds } rounds
venue-log-enter = { $player } enters
venue-log-drop = { $player } drops
venue-log-return = { $player } returns
venue-log-rename = Details of { $player } changed
venue-log-round = Round { $round } published, { $minutes } minutes to play
venue-log-report = { $table } reports { $one } : { $other }
venue-log-sign = { $player } signs { $one } : { $other }
venue-log-confirm = Result of { $table } confirmed
venue-log-correct = Round { $round }: result of { $player } corrected to { $one } : { $other }
venue-log-reseat = Pairings of round { $round } changed
venue-log-clock-starts = The clock starts
venue-log-clock-stops = The clock stops
venue-log-call = { $table } calls a judge
venue-log-call-withdrawn = { $table } withdraws the call
venue-log-judge-coming = A judge goes to { $table }
venue-log-judge-answered = The call of { $table } is answered
venue-log-round-back = Round { $round } is taken back
venue-log-undo = No. { $number } is taken back
