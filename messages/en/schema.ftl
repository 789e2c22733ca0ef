### JSON Schemas of files: `overlook schema`. Descriptions of formats and of fields

schema-about-adjudicate = Positions with a question each, in JSON: a list, or an object with the key "scenarios". Lengths are inches, bases millimetres.
schema-about-catalogue = The tags of a table and the things that carry them, in JSON. Lengths are millimetres.
schema-about-mission = A mission: sides, objectives, markers and equipment, in TOML or JSON. Lengths are inches.
schema-about-odds = Dice questions, in JSON: a list, or an object with the key "vectors".
schema-about-pack = Actions, ploys and equipment that a team or a mission adds, in TOML or JSON.
schema-about-play = A script of a table without a camera: operatives, terrain and steps, in JSON. Lengths are inches, bases millimetres.
schema-about-roster = A team: operatives, weapons and rules, in TOML or JSON.
schema-about-settings = The settings of a table, overlook.toml.
schema-about-terrain = A library of terrain pieces, in TOML. Lengths are millimetres.

## Fields

schema-expected = The expected answer, by the keys of the answer. The command lists the differences.
schema-weapon-rule = A weapon rule, such as "rending": true or "piercing": 1. "reroll" is a text: "balanced", "ceaseless", "relentless" or several with "+".
schema-query = The question: its type, and the fields that the type needs.
schema-query-type = What is asked about the position.
schema-state = Facts that the position does not show, such as "killzone", "on_guard" or "performed_this_activation".
schema-operative = The id of an operative. It may be left out if the position has only one.
schema-marker = The id of a marker.
schema-action = The name of an action, such as "Reposition".
schema-path = The places on the way, from the first to the last, in inches.
schema-heights = The height at each place of the way, in inches. Left out: the floor.
schema-weapon-rules = The weapon's rules, as on its card.
schema-inches = A length in inches.
schema-corners = The corners of an area, in inches.
schema-place = A place on the board: x and y in inches.
schema-item = The equipment, such as "light barricade".
schema-by-player = A number for each player or operative, by id.
schema-changes = Changes that apply at the same time, such as [1, -1].
schema-player = The id of a player.
schema-note = A note for people. The program ignores it.
