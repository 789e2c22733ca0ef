### Spiele, die nach heutigen Regeln neu beurteilt werden

# $before, $after: YES, NO oder TOO_CLOSE.
replay-verdict = Damals: { $before ->
    [YES] Ja
    [NO] Nein
   *[TOO_CLOSE] Zu knapp
 }. Heute: { $after ->
    [YES] Ja
    [NO] Nein
   *[TOO_CLOSE] Zu knapp
 }. { $because }
replay-permitted = Die Bewegung war erlaubt, heute ist sie es nicht. { $because }
replay-no-finding = Nichts spricht dagegen.
replay-figure = Damals: { $before } Heute: { $after }
replay-price = { $action } kostete { COST($before) }, heute { COST($after) }.
replay-refused = Diese Version der Regeln lehnt den Schritt ab: { $why }
replay-other-result = Diese Version der Regeln kommt bei diesem Schritt zu einem anderen Ergebnis.
replay-not-judged = Dieses Urteil lässt sich nicht noch einmal fällen: { $why }

## Die Seite der aufgezeichneten Spiele

replay-page-title = Wiedergabe
replay-page-game = Spiel
replay-page-link = Link zu diesem Moment kopieren
replay-page-copied = Link kopiert
replay-page-time = Zeit
replay-page-moment = Moment
replay-page-play = Abspielen
replay-page-speed = Tempo { $speed }
replay-page-before = Voriger Höhepunkt
replay-page-back = Schritt zurück
replay-page-forward = Schritt vor
replay-page-after = Nächster Höhepunkt
replay-page-play-on = Von hier weiterspielen
replay-page-play-on-sure = Von diesem Moment an ein neues Spiel beginnen? Das Spiel am Tisch bleibt erhalten.
replay-page-highlights = Höhepunkte
replay-page-no-highlights = Noch keine Höhepunkte.
replay-page-unreadable = Spiel { $number } (unlesbar)
replay-page-none = Keine aufgezeichneten Spiele. Beginne eines am Telefon oder auf der Seite für den Aufbau.
