### Calls for a judge: the table's log of them

judge-log-cut-off = The last line of { $file } is incomplete. A call for a judge may be missing.
# $why: a fragment, such as judge-log-changed, or an error of the disk in English.
judge-log-replaced = The calls for a judge cannot be read ({ $why }). { $file } is now called { $aside }.
judge-log-stuck = The calls for a judge cannot be read ({ $why }), and { $file } cannot be renamed ({ $fault }).
# Fragment: $why of the two messages above.
judge-log-changed = changed after it was written
judge-log-short = { $file } has { $lines ->
    [one] one call or withdrawal
   *[other] { $lines } calls and withdrawals
 }, the hall has { $known }. Ask the organiser for the missing ones.
