### Kurze Texte in dem, was der Tisch zeigt: Urteile, Würfel, Ziele

## Hinter dem Ergebnis eines Urteils

view-tail-withdrawn = aufgehoben
view-tail-declined = abgelehnt
# Nach "Zu knapp": die Wahrscheinlichkeit, dass die Aussage gilt.
view-tail-probability = zu { PERCENT($share) } wahrscheinlich

## Urteile

view-no-conditions = Keine Regel verbietet es.
view-figures-limit = { LENGTH($measured, digits: 2) } (Grenze { LENGTH($required, digits: 2) })
view-figures-spare = { LENGTH($margin, digits: 2) } Spielraum
view-figures-over = { LENGTH($margin, digits: 2) } zu weit
view-figures-sigma = { $figures }, ±{ LENGTH($sigma, digits: 2) }
view-figures-sigma-fine = { $figures }, ±{ LENGTH($sigma, digits: 3) }

## Ein Ziel, in einer Zeile mit seinen Chancen

view-in-cover = in Deckung
view-in-cover-close = in Deckung: zu knapp
view-obscured = verdeckt
view-obscured-close = verdeckt: zu knapp
view-target-facts = { DOTS($parts) }

## Ein Kämpfer: was jetzt für ihn gilt

view-effect-injured = Verwundet
# $until: ein Text wie "Ende der Schlacht".
view-effect-stat = { $stat ->
    [APL] APG
    [MOVE] Bewegung
    [HIT] Treffer
    [SAVE] Rüstungswurf
   *[other] { $stat }
 } { $more ->
    [yes] +{ $by }
   *[no] { $by }
} bis: { $until }
view-effect-why = { $effect } ({ $why })
view-effect-guard = Auf Wache
view-effect-carries = Trägt { NAME($marker) }

## Lebenspunkte eines Kämpfers in einem Schuss oder Kampf

view-wounds-left = { $wounds } von { $of }
view-wounds-lost = { $before } → { $wounds }

## Ein Würfel, für Vorleseprogramme: "5, Erfolg und ohne Wurf behalten"

view-die = { LIST($facts) }
view-die-critical = kritisch
view-die-success = Erfolg
view-die-fail = Fehlschlag
view-die-kept = ohne Wurf behalten
view-die-was = war { $face }
view-die-raised = durch eine Regel verbessert
view-die-stopped = gestoppt
view-die-would-stop = würde gestoppt
