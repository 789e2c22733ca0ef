"""What each command does, in the words that its own help begins with: a list of them needs none of them read."""

from __future__ import annotations

SUMMARIES = {
    "adjudicate": "Answer a corpus of positions, and compare with the answers it expects.",
    "bench": (
        "Measure our detection beside plain cv2.aruco and pupil-apriltags, and tracked windows beside full frames."
    ),
    "broadcast": "Hand the annotated camera as H.264 to a server that has many viewers: MediaMTX, go2rtc, Janus.",
    "dice": "Read a roll; say unsure, and why, rather than guess.",
    "doctor": (
        "Look at camera, lens file, light, board, panel, disk, heat, power, clock, games, hall. Nothing is changed."
    ),
    "example": "Photograph the simulated table: a picture, what carries which tag, and the lens that took it.",
    "hub": "Show every table of the hall, keep what they say, and their results.",
    "backup": "Write games, calibrations and settings into one verified file. A running table may go on meanwhile.",
    "restore": "Put a backup back, after verifying every file of it. What was there is never deleted.",
    "locate": "Say what stands where on each photograph, with its error.",
    "measure": "Measure between operatives: gap, control range, sight, cover, obscured, with the camera's error.",
    "mount": "How high each camera must hang, and how small a tag it reads. Without a height: as low as it may.",
    "wiring": "Draw which hole of the Pi's header goes to which button, light and buzzer, by the pins of the settings.",
    "odds": "Answer dice questions exactly, and compare with the answers they expect.",
    "play": "Play a table from a script: its own rules, seats and rights, with the script's sightings.",
    "recover": (
        "Put a sound game in a damaged one's place, with every event before the damage; the damaged file is kept."
    ),
    "replay": "Judge a recorded game again and say every ruling that would differ today.",
    "export": "Write a recorded game as notation for people, or as JSON lines with every event.",
    "import": "Read a game from notation or JSON lines into a journal that the table can go on with.",
    "report": "Write versions, settings without secrets, games, last log lines and the last fault into one file.",
    "roster": "Read a roster, say what was understood of it, and write it as another program's or ours.",
    "run": "Run the table: camera, referee, pages, panel. Without settings: the simulated table and a scripted game.",
    "tray": "Calibrate a dice tray: outline, die size, how it looks empty, whose dice have which colour.",
    "verify": (
        "Measure the plate where it lies: bias, median, 95 % and largest error, and whether the stated error holds."
    ),
    "calibrate": "Calibrate the lens, or find the board.",
    "mission": "Missions: drop zones, territories, objectives, markers and equipment in a file.",
    "pack": "Packs: actions and equipment that a team or a mission adds, in a file.",
    "print": "Sheets to print: tags, the board, the tray's rim, the calibration target, the verify plate.",
    "terrain": "Terrain: libraries of pieces, and the outline of a box in a picture.",
}
"""By name, in the order of the list."""
