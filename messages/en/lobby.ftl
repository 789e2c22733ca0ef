### The lobby of the simulated table: what it runs

# A game in progress, on a button. $seats: names of the players.
lobby-game = { LIST($seats) }, turning point { $turning_point }
lobby-preparing = The table is being prepared with both example teams, terrain and a mission. The game will begin automatically.
# $why: why the game cannot begin.
lobby-game-not-started = { $why } Start the game on the page /setup.
lobby-no-game = There is no game to continue. Begin a new one.
lobby-already-opening = The table is already being opened again. Wait a moment.

## The bar above the board: what the table runs, and what can be started

# Opens and closes the bar.
lobby-more = More
lobby-less = Less
lobby-demonstration = Demonstration
lobby-demonstration-how = A scripted game plays automatically.
lobby-simulated = Simulated table
lobby-simulated-how = Activate a model, then drag it.
lobby-idle = No game is in progress at this table.
lobby-set-up-first = No game is in progress. Set up the table first.
lobby-set-up = Set up this table
lobby-this-table = This table
lobby-empty-table = An empty simulated table
lobby-own-camera = With your own camera
lobby-tour = Take the tour
lobby-new-game = Begin a new game
lobby-play = Play on a simulated table
# $game: players and turning point.
lobby-continue = Continue: { $game }
lobby-watch = Watch the demonstration
lobby-who-chooses = Only the table's own screen and its owner can choose what runs here.
lobby-leave-sure = A game is in progress. Leave it? It stays recorded and can be continued.
lobby-one-moment = One moment: the table restarts.

## Tour of the page

lobby-tour-title = Tour of the page
lobby-tour-board = The board as the camera sees it, in inches: both teams, terrain and objectives. Tap a model for its card.
lobby-tour-score = Turning point, initiative, victory points and command points.
lobby-tour-decisions = The referee's questions appear here. Each move is checked, then its player confirms it.
lobby-tour-rulings = Yes, no or too close, with the rule, the measurement and its error. Tap a ruling to see it drawn.
lobby-tour-camera = The camera image that all measurements come from. Here it is simulated.
lobby-tour-panel = Confirm accepts the highlighted option, Undo reverses it, Challenge disputes a ruling.
lobby-tour-step = { $at } of { $of }: { $name }
lobby-tour-next = Next
lobby-tour-done = Done
lobby-tour-end = End the tour
