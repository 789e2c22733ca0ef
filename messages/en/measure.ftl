### Measuring on a page: between two models or points that somebody chooses

measure-from = From
measure-to = To
measure-choose = Choose
measure-point = Point { DECIMAL($x) }, { DECIMAL($y) }
# $chosen: how many of the two ends are chosen.
measure-hint = { $chosen ->
    [0] Tap a model or a point on the board, or choose a model here.
   *[other] Now choose where to measure to.
 }
measure-again = Measure something else
