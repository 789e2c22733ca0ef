### The lobby of the simulated table: what it runs

# A game in progress, on a button. $seats: names of the players.
lobby-game = { LIST($seats) }, turning point { $turning_point }
lobby-preparing = The table is being prepared with both example teams, terrain and a mission. The game will begin automatically.
# $why: why the game cannot begin.
lobby-game-not-started = { $why } Start the game on the page /setup.
lobby-no-game = There is no game to continue. Begin a new one.
lobby-already-opening = The table is already being opened again. Wait a moment.
