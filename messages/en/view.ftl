### Short texts in what the table shows: rulings, dice, targets. Fragments, unless they end with a full stop.

## Behind a ruling's verdict

view-tail-withdrawn = withdrawn
view-tail-declined = declined
# After "Too close": the probability that the claim holds.
view-tail-probability = { PERCENT($share) } likely

## Rulings

# The reason for a "yes" without conditions.
view-no-conditions = No rule forbids it.
# A length with its limit: 16.79" (limit 1.00").
view-figures-limit = { LENGTH($measured, digits: 2) } (limit { LENGTH($required, digits: 2) })
view-figures-spare = { LENGTH($margin, digits: 2) } to spare
view-figures-over = { LENGTH($margin, digits: 2) } too far
# $figures: one of the three above. $sigma: the standard deviation, from the camera's error.
view-figures-sigma = { $figures }, ±{ LENGTH($sigma, digits: 2) }
# The same with one more digit, below 0.005".
view-figures-sigma-fine = { $figures }, ±{ LENGTH($sigma, digits: 3) }

## A target, in one line with its odds

view-in-cover = in cover
view-in-cover-close = in cover: too close to call
view-obscured = obscured
view-obscured-close = obscured: too close to call
# $parts: cover and obscured as above, then the odds; or the odds and the facts of a weapon.
view-target-facts = { DOTS($parts) }

## An operative: what holds for it now

view-effect-injured = Injured
# $by: with its sign if it is below 0. $until: a message, such as "end of the battle".
view-effect-stat = { $stat ->
    [APL] APL
    [MOVE] MOVE
    [HIT] HIT
    [SAVE] SAVE
   *[other] { $stat }
 } { $more ->
    [yes] +{ $by }
   *[no] { $by }
} until the { $until }
# $why: what the player who declared the change wrote, or the name of a ploy.
view-effect-why = { $effect } ({ $why })
view-effect-guard = On guard
view-effect-carries = Carries { NAME($marker) }

## Wounds of an operative in a shot or fight: those left of those on its card, or before and after

view-wounds-left = { $wounds } of { $of }
view-wounds-lost = { $before } → { $wounds }

## A die, for screen readers: "5, success and kept without rolling"

# $facts: the face, then some of the texts below.
view-die = { LIST($facts) }
view-die-critical = critical
view-die-success = success
view-die-fail = fail
view-die-kept = kept without rolling
view-die-was = was { $face }
view-die-raised = raised by a rule
view-die-stopped = stopped
view-die-would-stop = would be stopped
