### Recorded games and other files: `overlook replay`, `export`, `import`, `recover`, `adjudicate`, `odds`, `backup`, `restore`, `report`

## Help of options

archive-help-scenarios = A file of positions with questions (JSON).
archive-help-reading = Another reading of an open rules question, such as 'climb minimum=per climb'.
archive-help-odds = A file of dice questions (JSON).
archive-help-damaged = The damaged game, such as games/0003.game.
archive-help-look = Only show what can be recovered.
archive-help-game = A game: journal, JSON lines or notation.
archive-help-sequence = The number of the event, as in the list of rulings and in 'overlook replay'.
archive-help-branch = The number of the event to play on from, as on the replay page. The whole step with this event is kept.
archive-help-rule = A rule's id, such as H24-04, or words of its text, such as Torrent.
archive-help-rulings-json = Print every ruling as JSON.
archive-help-export-to = The file to write. By default, the game is printed.
archive-help-form = notation or lines. By default, the file's extension decides.
archive-help-import-to = The journal to write. It must not exist yet.
archive-help-backup = The file to write. By default, overlook-DATE.backup.
archive-help-check = Only verify the backup FILE.
archive-help-restore = A file written by 'overlook backup'.
archive-help-replace = Move existing data to a folder with the date in its name.
archive-help-report = The file to write. By default, it goes into the data folder.

## Lines of the output of 'overlook adjudicate' and 'overlook odds'

# $why: why the edition cannot answer this question yet.
archive-unanswered = { $scenario }: not answered yet: { $why }
archive-answers = { $expected } of { $all } answered as expected.
archive-scenario-refused = { $file }: scenario { $scenario }: { $why }
archive-odds = { $answers } answered, { $differences } { $differences ->
    [one] difference
   *[other] differences
 }.

## Lines of the output of 'overlook replay', 'export' and 'import'

# $what: the event's kind; $text: why it is refused, or how its ruling differs today.
archive-event = event { $sequence }, { $what }: { $text }
# $intents: recorded actions of players; $judged: those rulings that could be judged again.
archive-replayed = { $intents } actions of players read. { $judged } of { $rulings } rulings judged again: { $differ ->
    [0] none differs
    [one] 1 differs
   *[other] { $differ } differ
 }.
archive-secret = { $file } contains a choice that is still secret. Show the exported game to nobody until it is revealed.
archive-exported = Wrote { $file }: { $events } events.
archive-imported = Wrote { $file }: { $events } events of { $edition }.
archive-branched = Wrote { $file }: it goes on from { $parent } after event { $event }.
archive-form-unknown = --form: found { QUOTE($form) }. Expected "notation" or "lines".

## Lines of the output of 'overlook explain' and 'overlook rule'

archive-no-ruling = { $file }: event { $sequence } has no ruling. { $known ->
    [none] No event has one.
   *[other] Events with rulings: { LIST($known) }.
 }
# $verdict: YES, NO or TOO CLOSE. $p: probability that the claim holds.
archive-ruling = { $verdict }: { $claim } ({ CHANCE($p) })
# $means: what was found. $figures: measured length, limit and error; empty for a fact.
archive-finding = { $rule }: { $means } { $figures }
archive-margin = margin { LENGTH($margin, digits: 3) }, ±{ LENGTH($sigma, digits: 3) }
archive-uncertainty = Causes of the uncertainty:
archive-drawn = drawn: { $role } { $points }
archive-rule = { $rule } ({ $how }): { $text }
# $readings: all readings of an open question, the default first. $used: the one in use.
archive-rule-reading = read as "{ $used }", of { LIST($readings, last: "or") }: { $about }
archive-rule-unknown = No rule of { $edition } has the id or the words { QUOTE($words) }.
archive-rules-missing = The table of rules is not installed: { $file }

## Lines of the output of 'overlook recover'

archive-sound = { $file }: all { $events } events are undamaged. There is nothing to recover.
archive-recoverable = { $file }: { $events } events can be recovered.
archive-recovered = { $file }: recovered { $events } events. The damaged file is kept as { $aside }.

## Lines of the output of 'overlook backup', 'restore' and 'report'

# $made: date and time.
archive-backup-sound = { $file }: all { $files } files are unchanged since the backup of { $made } UTC.
archive-backup-done = Wrote { $file }: { $files } files, { DECIMAL($size) } MB, read back and compared.
archive-restored = Restored { $files } files to { $folder }, and read all { $games } games.
archive-restored-aside = The previous data is kept in { $folder }.
archive-restored-settings = The backup's settings are in { $file }. Compare them with yours.
archive-report-done = Wrote { $file }. Read it before you send it to anybody.
