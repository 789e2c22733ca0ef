### Problem reports: text files for maintainers, in English

report-requested = No fault: the report was requested.
report-game = { $events ->
    [one] 1 event
   *[other] { $events } events
 }, { $bytes } bytes
# $failed: one of the two messages below; $file: the report.
report-written = overlook: { $failed } A report for support is in { $file }.
report-program-failed = The program has failed.
report-part-failed = { $part } has failed.
# Heading of Python's traceback.
report-part-fault = in { $part }, while the program went on:
