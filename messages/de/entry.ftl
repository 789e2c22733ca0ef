### Einträge eines Journals und Vorhaben: Reihenfolge, Arten und Felder

## Reihenfolge

entry-gap = Ereignis { $event } ({ $kind }) folgt auf Ereignis { $last }. Erwartet: Ereignis { $expected }.
entry-schema = Ereignis { $event } ({ $kind }) hat Version { $found } des Formats. Dieses Programm liest Version { $expected }.
entry-edition = Ereignis { $event } ({ $kind }) gehört zur Edition { $found }, das Spiel aber zur Edition { $expected }.
entry-impossible = Ereignis { $event } ({ $kind }) kann hier nicht geschehen sein. { $fault }
entry-unreadable = Ereignis { $event } ist unlesbar. { $fault }
entry-cause = Es gehört zu Ereignis { $found }, aber das letzte Vorhaben ist Ereignis { $expected }.
entry-no-consequence = Für ein Rückgängig, ein Wiederholen oder eine Beobachtung ist eine Folge eingetragen. Die können keine haben.
entry-flow-edition = Das Spiel gehört zur Edition { $edition }, wird aber nach den Regeln von { $flow } gespielt.
entry-fork-old = Das Spiel hat sich seit dieser Kopie geändert. Mach eine neue Kopie.
entry-branch-event = Spiel { $game } hat { $events } Ereignisse. Deshalb kann von Ereignis { $event } aus nicht weitergespielt werden.
entry-id-used = Die Kennung { QUOTE($id) } gehört schon zu Ereignis { $event } ({ $kind }). Gib jedem Vorhaben eine neue.

## Arten und Felder

entry-kind-twice = Die Art { $kind } ist zweimal festgelegt ({ $sort ->
    [intent] Vorhaben
   *[event] Ereignis
 }).
entry-kind-unknown = { $sort ->
    [intent] Ein Vorhaben
   *[event] Ein Ereignis
 } der Art { QUOTE($kind) } gibt es nicht. Die Arten: { LIST($known) }.
# $expected: englischer Text einer Bibliothek.
entry-field = { $sort ->
    [intent] Vorhaben
   *[event] Ereignis
 } { $kind }, Feld { $field }: { $found } gefunden. { $expected }.
entry-refused = { $sort ->
    [intent] Vorhaben
   *[event] Ereignis
 } { $kind }, Feld { $field }: { $fault }
entry-nan = { $field } ist keine Zahl (NaN). Erwartet: eine Zahl.
entry-no-readings = Der Vorschlag { QUOTE($id) } hat keine Lesarten. Gib mindestens eine an.
