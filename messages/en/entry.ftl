### Entries of a journal and intents: order, kinds and fields. $kind is a kind such as activated.

## Order

entry-gap = Event { $event } ({ $kind }) follows event { $last }. Expected event { $expected }.
entry-schema = Event { $event } ({ $kind }) has version { $found } of the format. This program reads version { $expected }.
entry-edition = Event { $event } ({ $kind }) is of the edition { $found }, but the game is of the edition { $expected }.
# $fault is a message.
entry-impossible = Event { $event } ({ $kind }) cannot have happened here. { $fault }
# $fault is a message.
entry-unreadable = Event { $event } cannot be read. { $fault }
entry-cause = It belongs to event { $found }, but the last intent is event { $expected }.
entry-no-consequence = A consequence is recorded for an undo, a redo or an observation, which cannot have any.
entry-flow-edition = The game is of the edition { $edition }, but is played by the rules of { $flow }.
entry-fork-old = The game has changed since this copy was made. Make a new copy.
entry-branch-event = Game { $game } has { $events } events, so it cannot be played on from event { $event }.
entry-id-used = The id { QUOTE($id) } was already used for event { $event } ({ $kind }). Give each intent a new id.

## Kinds and fields. $sort is "event" or "intent".

entry-kind-twice = The kind { $kind } of { $sort ->
    [intent] intent
   *[event] event
 } is defined twice.
entry-kind-unknown = There is no { $sort ->
    [intent] intent
   *[event] event
 } of the kind { QUOTE($kind) }. The kinds are { LIST($known) }.
# $expected comes from the schema's reader, in English: "Input should be a valid integer". $found as the program writes it.
entry-field = { $sort ->
    [intent] Intent
   *[event] Event
 } { $kind }, field { $field }: found { $found }. { $expected }.
# $fault is a message.
entry-refused = { $sort ->
    [intent] Intent
   *[event] Event
 } { $kind }, field { $field }: { $fault }
entry-nan = { $field } is not a number (NaN). Expected a number.
entry-no-readings = The proposal { QUOTE($id) } has no readings. Give at least one.
