### Overlays of a stream, and the page that lists them for OBS

overlay-page = Overlook overlay
overlay-first-squad = First squad
overlay-second-squad = Second squad
# In place of wounds. Short: the line is narrow.
overlay-out = out
# $claim: the title of a ruling.
overlay-withdrawn = { $claim }: withdrawn

## The list of overlays

overlay-list-title = Overlays
overlay-list-how = Add each URL as a browser source of OBS, at the size of the canvas. The background is transparent.
overlay-theme = Theme
overlay-dark = dark
overlay-light = light
overlay-contrast = high contrast
overlay-delay = Delay in seconds
overlay-sponsor = Sponsor
overlay-size = Size of a part
overlay-position = Position of a part
overlay-position-default = default
overlay-shows = Content
overlay-shows-game = the game
overlay-shows-test = a test card: one scripted minute
overlay-canvas = Canvas
overlay-obs-browser = with browser source
overlay-obs-none = without browser source (Debian package)
overlay-scenes = Download a scene collection for OBS
overlay-hotkeys = Hotkeys for OBS
overlay-copy = Copy
overlay-copy-url = Copy the URL: { $name }
overlay-copied = Copied: { $address }
overlay-marked = The URL is selected. Copy it with Ctrl-C.
overlay-part-all = Everything
overlay-part-score = Score
overlay-part-clock = Clock
overlay-part-sponsor = Sponsor
overlay-part-squads = Both squads, with wounds
overlay-part-feed = Events
overlay-part-board = Board
overlay-part-stage = All cards
overlay-part-combat = Shots and fights
overlay-part-kill = Incapacitated operatives
overlay-part-ruling = Rulings
overlay-part-challenge = Challenges
overlay-part-replay = Replays of close and challenged rulings
overlay-part-points = Points
overlay-part-objective = Objectives
overlay-part-model = Activated operative
overlay-part-turn = New turning point
overlay-part-end = End of the battle
