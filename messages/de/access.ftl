### Zugang: Geräte mit PIN koppeln, einen neuen Tisch übernehmen, und wer was darf

## Koppeln

access-pair-first = Kopple zuerst dieses Gerät: Öffne /pair und gib die PIN vom Bildschirm des Tisches ein.
access-referee-only = Das Telefon eines Spielers darf das nicht. Nimm den Bildschirm des Tisches oder kopple dieses Gerät auf /pair als Spielleitung.
access-owner-only = Das darf nur der Besitzer des Tisches. Nimm den Bildschirm des Tisches oder melde dich auf /pair wieder als Besitzer an.
access-pin-on-screen = Die PIN zeigen nur der Bildschirm des Tisches, das Gerät des Besitzers und das der Spielleitung.
# „Koppeln“ ist die Taste auf dem Bildschirm des Tisches.
access-pin-form = { QUOTE($pin) } ist keine PIN: Eine PIN hat { $digits } Ziffern. Gib die PIN vom Bildschirm des Tisches ein, sie steht unter „Koppeln“.
access-pin-used = Mit dieser PIN wurde schon ein Telefon gekoppelt. Gib die neue PIN vom Bildschirm des Tisches ein.
access-pin-wrong = Das ist nicht die PIN auf dem Bildschirm des Tisches. Sie wechselt alle drei Minuten.
access-pin-of-players = Diese PIN koppelt Telefone von Spielern. Die PIN der Spielleitung steht auf dem Bildschirm des Tisches daneben.
access-hand-over-asked = { NAME($seat) } hat schon ein Telefon. Gib den Platz auf dem anderen Telefon ab, oder in 30 Sekunden auf dem Bildschirm des Tisches.
access-hand-over-open = Ein anderes Gerät fragt gerade nach dem Platz von { NAME($seat) }. Versuche es in drei Minuten wieder.
access-hand-over-declined = Der Platz wurde nicht abgegeben. Frag mit einer neuen PIN noch einmal.
access-too-many-pins = Zu viele falsche PINs. Versuche es in { $seconds } s wieder.
access-overlay-token-wrong = Das ist nicht der Schlüssel der Einblendungen dieses Tisches.
access-seat-unknown = Diesen Platz gibt es nicht. Erwartet wird { LIST($seats, last: "or") }.
access-other-seat = Dieses Telefon ist für { NAME($seat) } gekoppelt und kann nicht für { NAME($player) } handeln.
# $player: ein Spieler, „referee“ oder „camera“.
access-other-name = Dieses Gerät kann das nicht im Namen von { NAME($player) } tun. Sende die Anfrage mit „any“ als Spieler.

## Einladung: ein Text über der PIN, deshalb ohne Punkt am Ende

access-invitation = Scanne den Code, oder öffne { $address } auf dem Telefon. Die PIN:
access-invitation-two = Scanne den Code, oder öffne { $address } oder { $other } auf dem Telefon. Die PIN:
access-invitation-local = Telefone erreichen diesen Tisch nicht. Starte ihn mit --host 0.0.0.0 neu. Auf dieser Maschine öffne { $address }. Die PIN:

## Einen neuen Tisch übernehmen: Das erste Telefon gehört dann dem Besitzer

access-claim-closed = Dieser Tisch lässt sich nicht mehr übernehmen: Seine ersten zehn Minuten sind vorbei, oder er hat schon einen Besitzer. Halte die Koppeltaste des Tastenfelds gedrückt oder nimm den Bildschirm des Tisches.
