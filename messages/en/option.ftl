### Readings of rules that the published text leaves open

option-unknown = No rules option is called { QUOTE($option) }; there are { LIST($known) }.
option-reading = The option { $option } cannot be { QUOTE($found) }; it can be { LIST($known, last: "or") }.
option-malformed = { QUOTE($found) } is no option with a reading; write it as in 'jump reach=3'.
# $source: lines of the published rules. Part of a list of options: "drop zone: ...".
option-about-limited-uses = whether each profile of a Limited weapon has its own uses, or all its profiles share them ({ $source })
option-about-blast-beside-friends = whether Blast also reaches an enemy that a friend of the shooter engages ({ $source })
option-about-paused-moves = whether guards may answer Operate Hatch in the middle of a move, or wait until the move is over ({ $source })
option-about-bodies = whether the bodies of other operatives block sight; only their bases are said to be ignored ({ $source })
option-about-drop-zone = how much of a base must be in the player's drop zone at set-up; the rules leave it to the mission ({ $source })

## Options of 2021. Parts of a list of options, after the option's name: "jump reach: how wide ..."

option-about-saves-left-over = whether a save that can discard a hit must do so
option-about-rampart = whether terrain on a Vantage Point in front of a target shelters it from a shooter below, although the targeting lines pass beneath it
option-about-drop-price = what counts of a drop of more than 2"
option-about-climb-price = whether a climb of more than 2" is counted in steps of 2"
option-about-jump-reach = how wide a gap can be jumped, in inches; the figure is lost
option-about-failed-jump = where an operative stays if its jump fails: at the edge, or where its move began ({ $source })
option-about-groups = whether a group activation of more than two is over after two operatives, or goes on in the player's next turn ({ $source })
option-about-cover-lines = whether targeting lines between two heights pass above terrain and bases that are lower, or are drawn as seen from above ({ $source })
option-about-blast-above = whether a Blast at a target on a Vantage Point reaches concealed enemies in Light cover far below it, as a shot by that target would ({ $source })
option-about-relentless = whether the dice of Relentless are re-rolled all together, or some of them after the results of others ({ $source })
option-about-changed-apl = whether a change of an operative's APL during its activation changes the AP that it has left, or counts from its next activation ({ $source })
option-about-stun = whether a critical hit that parries in a fight counts for Stun like one that strikes ({ $source })
option-about-support = whether a friend supports in a fight if another enemy engages it too: the summary allows it, the play reference does not ({ $source })
option-about-apparatus-reach = within how many inches of an ancient apparatus operatives contest it; the figure is lost ({ $source })
option-about-indirect-reach = the Range in inches that Indirect weapons gain; the figure is lost
# $source: lines of the published rules, here and below.
option-about-wall-cover = whether a wall gives cover wherever a line crosses it, once a line crosses its end or corner ({ $source })
option-about-open-hatch = whether the leaf of an open hatch is Heavy, and so gives cover and obscures past its end as walls do ({ $source })
option-about-materiel = how tall killzone materiel can be to be traversed, in inches; the figure is lost ({ $source })
option-about-turning-points = how many turning points a battle has; the rules leave it to the mission ({ $source })
option-about-first-order = which order an operative has before its first activation ({ $source })
option-about-tokens = to which point of a token the 1" for picking it up is measured; for objectives it is the centre ({ $source })
option-about-torrent-reach = whether the other targets of Torrent must be near any one target that is hit, or near all of them ({ $source })

## Options of 2024

option-about-brutal = whether Brutal prevents normal saves against shots as well
option-about-cover = what must be within 1" of the target: the point where a line crosses a part, or any point of that part
option-about-climb-minimum = whether each climb costs at least 2"
option-about-ladder-climb = what the one climb by ladder of an action costs: the 1" that it counts as, or the 2" that a climb costs at least ({ $source })
option-about-ladder-height = how high a ladder can be climbed at once: as high as it is, or the 3" of other climbs ({ $source })
option-about-jump-length = between which points a jump of up to 4" is measured: the edges of the gap, or the places where the whole base stands ({ $source })
option-about-step-up = whether an operative climbs onto terrain that is up to 1" higher, or jumps onto it without paying for the height ({ $source })
option-about-jump-to-climb = whether a jump onto terrain more than 1" higher may go on as a climb, or a climb must begin within 1" of what is climbed ({ $source })
option-about-thirds = how a team is split at set-up: always a third rounded up (10 as 4, 4 and 2), or as equally as possible (4, 3 and 3) ({ $source })
option-about-resupply = whether the die of Ammo Resupply may be re-rolled in each sequence of an action such as Blast, or once ({ $source })
option-about-guard-where = where an operative can go on guard; the action is listed with the rules of one killzone ({ $source })
option-about-smoke-reach = from where the 1" around smoke is measured
option-about-smoke-piercing = whether smoke removes Piercing or reduces it
option-about-counteract-price = whether "1 AP action" means the printed cost or the changed one
option-about-last-word = who decides between rules of equal rank
option-about-rending = whether Rending can retain a die that Accurate or Punishing has retained ({ $source })
option-about-piercing = whether a weapon with Piercing and Piercing Crits removes the larger number of dice, or both numbers ({ $source })
option-about-empty-block = whether a die can block nothing while the opponent still has successes ({ $source })
option-about-stronghold = what is within a stronghold: everything between its outermost walls, or only what they enclose ({ $source })
option-about-portable-barricade = who is in cover behind a portable barricade while an operative is connected to it ({ $source })
option-about-inside = which side of a portable barricade is its inside, where an operative must be connected to move with it; without known feet either side counts ({ $source })
option-about-guard = what an operative on guard must answer when an enemy ends an action next to it: that action, or the activation ({ $source })
option-about-kill-grade = which number is a player's kill grade at the end of the battle; the table of grades is lost ({ $source })
option-about-mines = whether a mine is also triggered by its owner's operatives
