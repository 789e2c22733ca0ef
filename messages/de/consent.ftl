### Zustimmung: was ein Spieler den anderen fragt, und die Antworten

consent-ask = Dem muss { NAME($player) } zustimmen. Frag nach und spiel weiter.
consent-not-yours = Das darf nur der andere Spieler.
consent-nobody = Niemand kann gefragt werden: Der andere Spieler hat an diesem Tisch kein Telefon. Nimm den Bildschirm des Tisches.
consent-one-open = Du hast schon eine offene Anfrage. Zieh sie zuerst zurück.
consent-declined-often = { NAME($player) } hat das an diesem Wendepunkt schon { $times }-mal abgelehnt. Frag am nächsten wieder, oder frag die Spielleitung.
consent-no-request = Diese Anfrage ist nicht mehr offen.
consent-not-asked = Diese Anfrage kann nur { NAME($player) } beantworten. Ist das Telefon 30 Sekunden lang weg, geht es auch am Bildschirm des Tisches.
consent-referee = Die Spielleitung wird gefragt: { $means }
consent-accepted = { NAME($to) } hat zugestimmt. Es geht um: { $means }
consent-declined = { NAME($to) } hat abgelehnt. Es ging um: { $means }
consent-void = Die Anfrage ist hinfällig. Es ging um: { $means }
consent-withdrawn = { NAME($by) } hat die Anfrage zurückgezogen. Es ging um: { $means }

## Ein Platz, der ein Telefon hat

consent-hand-over = Ein anderes Gerät will den Platz von { NAME($player) }. Nimm nur an, wenn das dein neues Telefon ist. Nach 30 Sekunden geht es auch am Bildschirm des Tisches.
consent-hand-over-not-yours = Nur das Telefon von { NAME($player) } kann seinen Platz abgeben. Nach 30 Sekunden geht es auch am Bildschirm des Tisches.
consent-handed-over = Der Platz von { NAME($player) } ging an ein anderes Gerät: { $by ->
    [table] bestätigt am Bildschirm des Tisches.
   *[other] bestätigt am bisherigen Telefon.
 }
consent-hand-over-declined = Der Platz von { NAME($player) } wurde nicht an ein anderes Gerät abgegeben.

## Was eine Anfrage ändern würde

consent-undo = Rückgängig: { $step }
consent-undo-changes = Rückgängig: { $step } { SENTENCES($changes) }
consent-redo = Wiederholen: { $step }
consent-redo-changes = Wiederholen: { $step } { SENTENCES($changes) }
consent-wounds-again = { NAME($operative) }: wieder { $back } Lebenspunkte statt { $now }.
consent-place-again = { NAME($operative) }: zurück am vorigen Platz.
consent-vp-again = { NAME($player) }: wieder { $back } SP statt { $now }.
consent-cp-again = { NAME($player) }: wieder { $back } BP statt { $now }.
consent-wounds = { NAME($operative) }: { $back } Lebenspunkte statt { $now }.
consent-stat = { NAME($operative) }: { $stat ->
    [apl] APG
    [move] Bewegung
    [hit] Treffer
    [save] Rüstungswurf
   *[other] { $stat }
 } ändert sich um { $change }.
consent-status = { NAME($operative) }: { LIST($states) }.
consent-revive = { NAME($operative) }: zurück in der Killzone mit { $wounds ->
    [one] 1 Lebenspunkt.
   *[other] { $wounds } Lebenspunkten.
 }
consent-marker-new = Neuer Marker { NAME($marker) } bei { DECIMAL($x) } / { DECIMAL($y) }.
consent-marker-moved = { NAME($marker) }: jetzt bei { DECIMAL($x) } / { DECIMAL($y) }.
consent-marker-removed = { NAME($marker) }: aus der Killzone genommen.
consent-end-stage = Ende von Wendepunkt { $number }: Danach zählen keine Punkte mehr für ihn.
consent-end-battle = Ende der Schlacht: Danach wird nicht mehr gespielt oder gewertet.
consent-uphold = Das angezweifelte Urteil gilt: { $ruling }
consent-roll-off = Beide würfeln um das angezweifelte Urteil: { $ruling }
consent-take-back = Das Angezweifelte wird zurückgenommen: { $ruling }
