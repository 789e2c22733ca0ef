### Readings of rules that the published text leaves open

option-unknown = No rules option is called { QUOTE($option) }; there are { LIST($known) }.
option-reading = The option { $option } cannot be { QUOTE($found) }; it can be { LIST($known, last: "or") }.
option-malformed = { QUOTE($found) } is no option with a reading; write it as in 'jump reach=3'.
