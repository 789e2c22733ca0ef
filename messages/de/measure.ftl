### Messen auf einer Seite: zwischen zwei Modellen oder Punkten

measure-from = Von
measure-to = Bis
measure-choose = Wählen
measure-point = Punkt { DECIMAL($x) } / { DECIMAL($y) }
measure-hint = { $chosen ->
    [0] Tippe auf ein Modell oder einen Punkt des Spielfelds, oder wähle hier ein Modell.
   *[other] Wähle jetzt, bis wohin gemessen wird.
 }
measure-again = Etwas anderes messen
