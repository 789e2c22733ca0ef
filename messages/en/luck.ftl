### The dice log: how even the dice of a player are

luck-needed = One evening shows little. To tell dice that roll a six one time in five from fair dice takes about { $dice } dice, and even then such dice pass the test one time in five.
luck-counted = { $dice ->
    [one] 1 die was counted without its face
   *[other] { $dice } dice were counted without their faces
 }: { $successes } { $successes ->
    [one] success
   *[other] successes
 }. Fair dice would give { DECIMAL($expected) }. { $often }
luck-few = { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 }: too few for a test, which needs { $least }.
luck-tested = { $dice } dice. { $often }
# $percent: how many of 100 tables with fair dice differ by as much.
luck-unusual = Unusual: { $percent } of 100 tables with fair dice would show as large a difference.
luck-unusual-rare = Unusual: fewer than 1 of 100 tables with fair dice would show as large a difference.
luck-usual = Nothing unusual: { $percent } of 100 tables with fair dice would show as large a difference.
