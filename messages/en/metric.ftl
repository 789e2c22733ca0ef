### Meanings of the figures at `/metrics`, for people who draw them

metric-info = Version of the program; the value is 1.
metric-camera-up = 1 while the camera delivers frames.
metric-frames = Frames processed.
metric-frames-searched = Frames that were searched for tags.
metric-tags = Tags read in all frames that were searched.
metric-frame-latency-seconds = Time from capture to pages, all frames.
metric-vision-seconds = Time spent on each stage of vision.
metric-operatives = Operatives by the state in which the camera has them.
metric-warnings = Warnings about the picture, by their code.
metric-rulings = Newest rulings by claim and verdict.
metric-journal-entries = Entries in the journal of the game.
metric-open-questions = Questions that wait for an answer.
metric-viewers = Pages that wait for the next change of the table.
metric-hall-queue = Events that wait to be sent to the hall.
metric-health = State of each part; the value is 1.
metric-disk-free-bytes = Free space where games are stored.
metric-temperature-celsius = Temperature of the hottest zone.
metric-board-misfit-pixels = How far the board's tags are from where its pose puts them, root mean square.
