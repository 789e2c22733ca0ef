### Settings: their descriptions, and errors in the settings file

## Descriptions of the settings, on the page /machine and in the reference. Fragments: "frames per second".

settings-camera-source = the camera: simulated, picamera, v4l2:/dev/video0, a video file or a folder of images, which hold their last image, loop:PATH to repeat them, or rtsp://...; with "none", the page asks for it
settings-camera-fps = frames per second
settings-camera-size = width and height of the frames, in pixels
settings-camera-rig = file with the camera's lens and pose; by default, rig.json in the data folder
settings-camera-catalogue = catalogue of the tags; by default, that of the starter kit's board
settings-game-edition = edition of the rules
settings-game-readings = readings of the edition's open questions, by option (docs/rules.md)
settings-game-killzone = killzone whose rules apply
settings-game-teams = rosters of p1 and p2 for new games; without them, all operatives are plain
settings-game-free-game = file with the ranges, arcs and templates of a game for the free table (`/free`)
settings-game-packs = pack files with the actions and equipment that teams and the mission add
settings-game-round = length of a round in minutes; 0 for no limit
settings-game-sure = probability from which a ruling is YES or NO; below it, the ruling is too close to call
settings-game-fair-play = corrections: "friendly" for free and shown, "club" for asking the other player, "event" for calling a referee after 60 seconds as well
settings-game-app-dice = players may let the program roll their dice
settings-hooks-urls = addresses that receive the events of games, at most four, such as "https://club.example/overlook"
settings-hooks-secret = secret that signs each delivery, at least 16 characters (docs/api.md)
settings-tray-enabled = read dice in the tray
settings-tray-file = file of the calibrated tray; by default, tray.json in the data folder
settings-tray-source = camera of the tray, as camera.source; with "table", the tray is in the image of the table's camera
settings-tray-fps = frames per second of the tray's camera
settings-tray-size = width and height of the tray camera's frames, in pixels
settings-data-folder = folder for the games and other data of this table
settings-data-pictures = disk space for images of rulings and rolls, in GB; the oldest are deleted first, games never
settings-update-from-page = let the referee install another version on the page /update
settings-update-index = address of a package index with Overlook's releases; without one, updates come from files
settings-log-vision = how much vision logs; debug gives the reason why each tag was rejected
settings-log-table = how much the table logs; debug gives each judged limit with its causes, and each refused act
settings-log-web = how much the pages' server logs; debug gives each refused request
settings-log-hardware = how much cameras and other devices log
settings-network-hotspot = let an installed table open a Wi-Fi network if it finds none

## Errors

# $reason comes from the operating system, in English: "Permission denied".
settings-unreadable = { $file } cannot be read: { $reason }. Name a settings file that you may read.
# $fault is a message with the line.
settings-not-toml = { $file } is not valid TOML: { $fault }
# $file: the settings file, "the environment" or "the command line"; $fault: one of the messages below.
settings-fault = { $file }: { $fault }
# $field: name of a setting, such as camera.fps.
settings-unknown = { $field }: there is no such setting. Delete it, or correct its name.
# $text comes from the library pydantic, in English: "Input should be greater than 0".
settings-expected = { $text }.
# $fault is a message. $found: the value as Python writes it.
settings-field = { $field }: found { $found }. { $fault }
settings-section = { $field }: { $fault }

## Addresses of web hooks. Parts of settings-hook-fault, without the address, which may contain a secret.

settings-hook-fault = hooks.urls, address { $number }: { $fault }
settings-hook-address = Expected an address such as "https://club.example/overlook".
settings-hook-host = The host or the port is invalid. Expected an address such as "https://club.example/overlook".
settings-hook-password = The address contains a user name or a password. Put a token into its path, or rely on the signature.
settings-hook-characters = The path contains a space, "#" or a character that is not ASCII. Write such characters as %20, %23 or %C3%A9.
settings-hook-twice = hooks.urls, address { $number }: it is the same as address { $first }. Leave one of them out.
settings-hook-many = hooks.urls: found { $found } addresses. Expected at most { $most }.
settings-hook-secret = hooks.secret: expected at least { $least } characters, to sign the deliveries.

## Parts of the settings that are left out, so that the table starts all the same

settings-not-utf8 = { $file } is not text in UTF-8. Characters that cannot be read are replaced.
settings-unreadable-ignored = { $file } cannot be read: { $reason }. The table starts without it.
settings-line-ignored = { $file }, line { $line }: not valid TOML. The line is ignored; correct it.
settings-ignored = { $file }: { $fault } The setting is ignored; correct it.
settings-all-ignored = { $file }: { $fault } No setting of the file is used; correct it.
