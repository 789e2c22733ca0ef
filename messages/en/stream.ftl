### The stream: commentary, titles of cards, and the connection to OBS. Names are those that people gave; no verb may agree with a team's name.

## Rulings and challenges. $claim is a sentence without its full stop; $why one or more sentences.

stream-ruling-yes = Yes: { $claim }.
stream-ruling-no = No: { $claim }. { $why }
stream-ruling-too-close = Too close to call: { $claim }? { $why }
stream-ruling-withdrawn = Withdrawn: { $claim }.
stream-challenge = Challenged: { $claim }. { $why }
# The same if the ruling is no longer known.
stream-challenge-unknown = A ruling is challenged.
stream-challenge-successful = The challenge succeeded. Withdrawn: { $claim }.
stream-challenge-rejected = The challenge failed. The ruling is upheld: { $claim }.
# The same if the ruling is no longer known.
stream-challenge-over = The ruling is upheld.

## Shots and fights

stream-shoots = { NAME($attacker) } shoots at { NAME($target) }.
stream-shoots-with = { NAME($attacker) } shoots at { NAME($target) } ({ $weapon }).
stream-fights = { NAME($attacker) } fights { NAME($target) }.
stream-fights-with = { NAME($attacker) } fights { NAME($target) } ({ $weapon }).
# $attack: one of the four above. $results: some of the next text.
stream-combat-results = { $attack } { SENTENCES($results) }
# $result: a name with its wounds before and after, "Mirko: 8 → 3, injured".
stream-combat-result = { $result }.
stream-fell = { NAME($name) } is incapacitated.
stream-taken-out = { NAME($foe) } takes out { NAME($name) }.
stream-taken-out-with = { NAME($foe) } takes out { NAME($name) } ({ $weapon }).
stream-back-up = { NAME($name) } is no longer incapacitated.

## Other events

stream-activated = { NAME($name) } is activated.
stream-activated-with = { NAME($name) } is activated with { $order ->
    [engage] an Engage order
   *[conceal] a Conceal order
 }.
# $side: a team, or a player.
stream-activated-of = { NAME($name) } ({ $side }) is activated.
stream-activated-of-with = { NAME($name) } ({ $side }) is activated with { $order ->
    [engage] an Engage order
   *[conceal] a Conceal order
 }.
stream-picked-up = { NAME($carrier) } picks up { $marker }.
# A side and its points, or the number of its incapacitated operatives.
stream-side = { $side } { $count }
# $gains: some of the two texts below. $score: some of the text above.
stream-scored = { LIST($gains) }. Score: { LIST($score) }.
stream-scored-lead = { LIST($gains) }. New leader: { $leader }. Score: { LIST($score) }.
stream-scored-level = { LIST($gains) }. The score is level: { LIST($score) }.
stream-gained = { $vp } VP for { $side }
stream-lost = { $vp } VP less for { $side }
stream-turn = Turning point { $point }. Score: { LIST($score) }.
stream-casualties = Incapacitated: { LIST($counts) }.
stream-won = Winner: { $side }. Score: { LIST($score) }.
stream-drawn = The battle is a draw. Score: { LIST($score) }.

## Titles of cards, and the line below

stream-title-shot = { NAME($attacker) } at { NAME($target) }
stream-title-fight = { NAME($attacker) } against { NAME($target) }
stream-title-challenge = Challenge
stream-title-successful = Challenge succeeded
stream-title-rejected = Ruling upheld
stream-title-points = Points
stream-title-lead = New leader: { $side }
stream-title-turn = Turning point { $point }
stream-title-won = Winner: { $side }
stream-title-draw = A draw
stream-order = { $order ->
    [engage] Engage
   *[conceal] Conceal
 }
# $parts: the order and the wounds.
stream-details = { DOTS($parts) }
stream-wounds = { $wounds } of { $of } wounds

## OBS. $address: that of its WebSocket server. $fault: an error in English.

stream-obs-ok = OBS at { $address } follows the table.
stream-obs-not-installed = The Python package simpleobsws is missing. Run '{ $command }'.
stream-obs-unreachable = OBS does not answer at { $address } ({ $fault }). Start OBS, or correct the setting obs.url.
stream-obs-stranger = { $address } does not answer like OBS ({ $fault }). Correct the setting obs.url.
stream-obs-password = OBS at { $address } refuses the password. Set obs.password to the password in OBS.
stream-obs-silent = { $address } sends no greeting. Is it OBS?
stream-obs-gone = OBS at { $address } has closed the connection. Trying again.
stream-obs-lost = The connection to OBS at { $address } broke ({ $fault }). Trying again.
# A scene is what OBS shows.
stream-obs-scene-missing = OBS has no scene { QUOTE($scene) }. Create it in OBS, or name another in the settings [obs].
