### When something can be done

time-not-set-up =
    .fails = The game is not set up yet. Set it up first.
time-battle-over =
    .fails = The battle is over.
time-marker-to-place =
    .fails = { LIST(NAME($operatives)) }: incapacitated while carrying a marker. Place the marker first.
time-last-action =
    .fails = { LIST(NAME($operatives)) }: incapacitated, but one free action is possible. Decide on that first.
time-roll-due =
    .fails = A rule needs dice now. Roll them first.
time-rule-order =
    .fails = Several rules wait to be resolved. Choose the first one.
time-challenge-open =
    .fails = A challenge is open. Answer it first.
