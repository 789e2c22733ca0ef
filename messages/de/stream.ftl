### Die Übertragung: Kommentar, Titel von Karten, und die Verbindung zu OBS. Kein Verb richtet sich nach dem Namen eines Teams.

## Urteile und Zweifel. $claim: ein Satz ohne Punkt am Ende; $why: ein oder mehrere Sätze.

stream-ruling-yes = Ja: { $claim }.
stream-ruling-no = Nein: { $claim }. { $why }
stream-ruling-too-close = Zu knapp: { $claim }? { $why }
stream-ruling-withdrawn = Aufgehoben: { $claim }.
stream-challenge = Angezweifelt: { $claim }. { $why }
stream-challenge-unknown = Ein Urteil wird angezweifelt.
stream-challenge-successful = Der Zweifel war berechtigt. Aufgehoben: { $claim }.
stream-challenge-rejected = Der Zweifel war unberechtigt. Das Urteil gilt: { $claim }.
stream-challenge-over = Das Urteil gilt.

## Schüsse und Kämpfe

stream-shoots = { NAME($attacker) } schießt auf { NAME($target) }.
stream-shoots-with = { NAME($attacker) } schießt auf { NAME($target) } ({ $weapon }).
stream-fights = { NAME($attacker) } kämpft gegen { NAME($target) }.
stream-fights-with = { NAME($attacker) } kämpft gegen { NAME($target) } ({ $weapon }).
stream-combat-results = { $attack } { SENTENCES($results) }
stream-combat-result = { $result }.
stream-fell = { NAME($name) } ist kampfunfähig.
stream-taken-out = { NAME($foe) } schaltet { NAME($name) } aus.
stream-taken-out-with = { NAME($foe) } schaltet { NAME($name) } aus ({ $weapon }).
stream-back-up = { NAME($name) } ist nicht mehr kampfunfähig.

## Andere Ereignisse

stream-activated = { NAME($name) } wird aktiviert.
stream-activated-with = { NAME($name) } wird aktiviert, Befehl { $order ->
    [engage] Gefecht
   *[conceal] Verbergen
 }.
stream-activated-of = { NAME($name) } ({ $side }) wird aktiviert.
stream-activated-of-with = { NAME($name) } ({ $side }) wird aktiviert, Befehl { $order ->
    [engage] Gefecht
   *[conceal] Verbergen
 }.
stream-picked-up = { NAME($carrier) } hebt { $marker } auf.
stream-side = { $side } { $count }
stream-scored = { LIST($gains) }. Stand: { LIST($score) }.
stream-scored-lead = { LIST($gains) }. Neu in Führung: { $leader }. Stand: { LIST($score) }.
stream-scored-level = { LIST($gains) }. Gleichstand: { LIST($score) }.
stream-gained = { $vp } SP für { $side }
stream-lost = { $vp } SP weniger für { $side }
stream-turn = Wendepunkt { $point }. Stand: { LIST($score) }.
stream-casualties = Kampfunfähig: { LIST($counts) }.
stream-won = Sieger: { $side }. Stand: { LIST($score) }.
stream-drawn = Die Schlacht endet unentschieden. Stand: { LIST($score) }.

## Titel von Karten, und die Zeile darunter

stream-title-shot = { NAME($attacker) } schießt auf { NAME($target) }
stream-title-fight = { NAME($attacker) } gegen { NAME($target) }
stream-title-challenge = Angezweifelt
stream-title-successful = Urteil aufgehoben
stream-title-rejected = Urteil bestätigt
stream-title-points = Punkte
stream-title-lead = Neu in Führung: { $side }
stream-title-turn = Wendepunkt { $point }
stream-title-won = Sieger: { $side }
stream-title-draw = Unentschieden
stream-order = { $order ->
    [engage] Gefecht
   *[conceal] Verbergen
 }
stream-details = { DOTS($parts) }
stream-wounds = { $wounds } von { $of } Lebenspunkten

## OBS

stream-obs-ok = OBS auf { $address } folgt dem Tisch.
stream-obs-not-installed = Das Python-Paket simpleobsws fehlt. Führe „{ $command }“ aus.
stream-obs-unreachable = OBS antwortet auf { $address } nicht ({ $fault }). Starte OBS, oder berichtige die Einstellung obs.url.
stream-obs-stranger = { $address } antwortet nicht wie OBS ({ $fault }). Berichtige die Einstellung obs.url.
stream-obs-password = OBS auf { $address } lehnt das Passwort ab. Setze obs.password auf das Passwort in OBS.
stream-obs-silent = { $address } meldet sich nicht. Ist das OBS?
stream-obs-gone = OBS auf { $address } hat die Verbindung beendet. Neuer Versuch läuft.
stream-obs-lost = Die Verbindung zu OBS auf { $address } ist abgerissen ({ $fault }). Neuer Versuch läuft.
stream-obs-scene-missing = OBS hat keine Szene { QUOTE($scene) }. Lege sie in OBS an, oder gib in den Einstellungen [obs] eine andere an.
