### Rufe nach einem Schiedsrichter: ihr Stand, Ablehnungen, und die Liste des Tisches

## Stand des Rufs, auf der Seite „Schiedsrichter rufen“ und als Hinweis

judge-kept = Der Ruf nach einem Schiedsrichter ist gespeichert. Die Halle ist gerade nicht erreichbar. Sobald sie es ist, geht der Ruf hinaus.
judge-waiting = Ein Schiedsrichter ist gerufen. Die Turnierleitung hat den Ruf.
judge-coming = Ein Schiedsrichter kommt.
judge-answered = Der Schiedsrichter hat geantwortet.
judge-answered-words = Der Schiedsrichter hat geantwortet. Lies die Antwort unter „Schiedsrichter rufen“.
judge-no-desk = In dieser Halle nimmt niemand Rufe entgegen. Geh zur Turnierleitung.
judge-kept-no-desk = Ein Schiedsrichter ist gerufen, aber in dieser Halle nimmt niemand Rufe entgegen. Geh zur Turnierleitung.

## Warum ein Ruf abgelehnt wird

judge-already-called = Ein Schiedsrichter ist schon gerufen (von { $by }). Nur ein Ruf kann offen sein.
judge-called-often = In wenigen Minuten wurde { $times }-mal ein Schiedsrichter gerufen. Geh zur Turnierleitung.
judge-nothing-to-withdraw = Kein Ruf ist offen, also gibt es nichts zurückzuziehen.
judge-not-yours = Dieser Ruf kam von { $by }. Zurückziehen kann ihn nur { $by } oder der Bildschirm des Tisches.
judge-not-saved = Der Schiedsrichter wurde nicht gerufen: Auf den Speicher kann nicht geschrieben werden ({ $fault }). Geh zur Turnierleitung.

## Die Liste der Rufe

judge-log-cut-off = Die letzte Zeile von { $file } ist unvollständig. Vielleicht fehlt ein Ruf nach einem Schiedsrichter.
judge-log-replaced = Die Rufe nach einem Schiedsrichter sind unlesbar ({ $why }). { $file } heißt jetzt { $aside }.
judge-log-stuck = Die Rufe nach einem Schiedsrichter sind unlesbar ({ $why }), und { $file } lässt sich nicht umbenennen ({ $fault }).
# Teil der beiden Texte darüber.
judge-log-changed = nach dem Schreiben verändert
judge-log-short = In { $file } { $lines ->
    [one] steht ein Ruf oder Rückzug
   *[other] stehen { $lines } Rufe und Rückzüge
 }, die Halle hat { $known }. Frag die Turnierleitung nach den fehlenden.

## Die Seite eines Rufs

judge-page-pair = Nur ein gekoppeltes Gerät kann einen Schiedsrichter rufen.
judge-page-call = Der Ruf
judge-page-withdraw = Ruf zurückziehen
judge-page-about = Frage an den Schiedsrichter (freiwillig, eine Zeile)
judge-page-desk = Die Turnierleitung sieht diesen Tisch, wer ruft, und das letzte Urteil des Tisches.
judge-page-back = Zurück zur Telefonseite
judge-page-called = { $name } hat um { $time } einen Schiedsrichter gerufen.
