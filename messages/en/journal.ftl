### Journals: the file of a game with all its events, and games as lines of JSON

## SQLite's errors: what failed, and why. $file is the journal.

# $what is one of the fragments below. $fault comes from SQLite, in English: "database disk image is malformed".
journal-damaged = { $file }: { $what }, because the file is damaged ({ $fault }). Run 'overlook recover { $file }'.
journal-held = { $file }: { $what }, because another program has it open ({ $fault }).
journal-failed = { $file }: { $what }: { $fault }.
journal-disk-full = { $file }: { $what }: { $fault }. Make room on the disk and try again.

## What failed. Fragments, as $what.

journal-opening = it cannot be opened
journal-reading = it cannot be read
journal-writing = it cannot be written
journal-migrating = it cannot be brought up to date
journal-appending = events { $first } to { $last } were not saved
journal-checkpoint = its events cannot be moved into the main file
journal-times = the times of its events cannot be read
journal-closing = it was not closed cleanly

## Opening a journal

journal-no-folder = { $file } cannot be opened: { $reason }.
# $process: the number of the process that has it open, "none" if it is not known.
journal-in-use = { $file }: { $process ->
    [none] another process
   *[other] process { $process }
 } has this game open. Stop that table first, or give this one another folder with --data FOLDER.
journal-other-database = { $file } is a database, but not a journal of Overlook. Name another file.
journal-newer = { $file } was made by a newer Overlook (schema { $schema }, this one reads { $newest }). Update Overlook first.
journal-unknown = { $file }: no such journal.

## Damaged journals

journal-event-unreadable = { $file }: event { $event } cannot be read ({ $fault }); the { $before } before it can. Run 'overlook recover { $file }'.
journal-unreadable-after = { $file } cannot be read after event { $event } ({ $fault }). Run 'overlook recover { $file }'.
# Fragment, as $fault.
journal-event-changed = it is not what was written
# Fragment, as $fault; its own $fault comes from the schema's reader, in English.
journal-event-field = a field has another form: { $fault }
journal-disk-failed = { $file }: the disk failed while reading: { $fault }.
journal-events-missing = { $file }: { $lost ->
    [one] event { $last } is missing.
   *[other] events { $first } to { $last } are missing.
 }
journal-events-lost = { $file }: { $lost ->
    [one] event { $last } is missing
   *[other] events { $first } to { $last } are missing
 }; the { $kept } before can be read. Look for a backup with more events.
journal-replaced = { $file }: up to event { $last } it is not the game that was played here. Another game has replaced it.
# $fault is a message about missing events.
journal-recover = { $fault } Without a backup, run 'overlook recover { $file }'.
journal-emptied = { $file } is empty: all events that it had are missing. Look for a backup. If there is none, run 'overlook recover { $file }'.
journal-events-emptied = { $file } is empty: { $lost ->
    [one] its event is missing.
   *[other] its { $lost } events are missing.
 } Look for a backup. If there is none, run 'overlook recover { $file }'.
# $why is a message about the damage, or journal-without-events.
journal-nothing-saved = { $file }: no event can be recovered, so the file was not changed. { $why }
journal-without-events = It has no events.

## The file beside a journal that records its last event

journal-tail-unwritable = { $file } cannot be written ({ $reason }). Move it out of the way.
journal-tail-damaged = { $file } was damaged, so it is not known whether events after { $last } are missing.
journal-tail-not-written = { $file } was not written ({ $reason }), so events that go missing at the end will not be noticed.
journal-tail-not-flushed = { $file } was not written to the disk ({ $reason }).
journal-tail-not-made = { $file } cannot be created ({ $reason }). Make room on the disk and try again.

## Adding events

journal-out-of-order = { $file }: event { $event } ({ $kind }) follows event { $before }; expected event { $expected }.

## Games as lines of JSON

journal-line-header = Line 1: found { QUOTE($found) }; expected the header of a game.
journal-line-version = Line 1: version { $found }; this program reads version { $expected }.
# $fault is a message, or comes from the JSON reader, in English.
journal-line-entry = Line { $line }: { $fault } (in { QUOTE($found) })
journal-line-order = Line { $line }: event { $event } follows event { $before }. Events must be numbered without gaps.
journal-line-cut-off = Line { $line }: the file ends after { $found } of { $expected } events.
journal-line-seal = Line 1: the seal does not match. An event was changed after the file was written.

## Files of games in any form

journal-no-game = { $file }: no such game. Expected a journal, JSON lines or notation.
journal-no-text = { $file } is neither a journal nor text ({ $reason } at byte { $byte }).
journal-no-events = { $file }: the game has no events yet.
journal-no-edition = Line 1: found { QUOTE($found) }; expected notation with a tag [Edition kt24], or JSON lines.
journal-file-exists = { $file } already exists. Name another file, or remove this one first.
