### Readings of rules that the published text leaves open

option-unknown = No rules option is called { QUOTE($option) }; there are { LIST($known) }.
option-reading = The option { $option } cannot be { QUOTE($found) }; it can be { LIST($known, last: "or") }.
option-malformed = { QUOTE($found) } is no option with a reading; write it as in 'jump reach=3'.
# $source: lines of the published rules. Part of a list of options: "drop zone: ...".
option-about-drop-zone = how much of a base must be in the player's drop zone at set-up; the rules leave it to the mission ({ $source })
