### Calls for a judge: their state, refusals, and the table's log of them

## State of the call, on the page "Call a judge" and as a notice

judge-kept = The call for a judge is saved. The hall cannot be reached now, so the call is sent once it can be reached.
judge-waiting = A judge is called. The organiser's desk has the call.
judge-coming = A judge is coming.
judge-answered = The judge has answered.
judge-answered-words = The judge has answered. Read the answer under "Call a judge".
judge-no-desk = No desk in this hall answers calls. Go to the organiser's desk.
judge-kept-no-desk = A judge is called, but no desk in this hall answers calls. Go to the organiser's desk.

## Why a call is refused

# $by: a player's name, or "the table's screen".
judge-already-called = A judge is already called (by { $by }). Only one call can be open at a time.
judge-called-often = A judge was called { $times } times within a few minutes. Go to the organiser's desk.
judge-nothing-to-withdraw = No call is open, so there is nothing to withdraw.
judge-not-yours = This call was made by { $by }. Only { $by } or the table's own screen can withdraw it.
# $fault: the reason from the operating system, in English.
judge-not-saved = The judge was not called: the disk cannot be written ({ $fault }). Go to the organiser's desk.

## The log of calls

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

## The page of a call

judge-page-pair = Only a paired device can call a judge.
judge-page-call = The call
judge-page-withdraw = Withdraw the call
judge-page-about = Question for the judge (optional, one line)
judge-page-desk = The organiser's desk shows this table, the caller and the table's last ruling.
judge-page-back = Back to the phone's page
judge-page-called = Called by { $name } at { $time }.
