### Webhooks: Adressen, die die Ereignisse des Spiels bekommen

hook-sent = Alle Ereignisse sind gesendet.
hook-refused = Die Adresse nimmt keine Ereignisse an ({ $fault }). Nächster Versuch in höchstens { DECIMAL($seconds, digits: 0) } s.
hook-events-wait = { $count ->
    [one] Ein Ereignis wartet und geht nicht verloren.
   *[other] { $count } Ereignisse warten und gehen nicht verloren.
 }
hook-outbox-unreadable = Wie viele Ereignisse warten, lässt sich nicht vom Speicher lesen.
hook-events-dropped = { $count ->
    [one] Zu viele Ereignisse haben gewartet. Das älteste wurde gelöscht und geht nicht mehr an diese Adresse. Im Spiel ist es noch da.
   *[other] Zu viele Ereignisse haben gewartet. Die { $count } ältesten wurden gelöscht und gehen nicht mehr an diese Adresse. Im Spiel sind sie noch da.
 }
hook-outbox-lost = { $file } war beschädigt. Die Ereignisse, die darin warteten, werden nicht gesendet.
# Teil von hook-refused. $status: ein HTTP-Status, etwa 503.
hook-answered = Antwort { $status }
