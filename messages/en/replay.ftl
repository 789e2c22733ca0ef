### Games that are judged again by today's rules

# $before, $after: YES, NO or TOO_CLOSE. $because: the condition that decides.
replay-verdict = The ruling was { $before }; today it is { $after }. { $because }
replay-permitted = The move was permitted; today it is not. { $because }
replay-no-finding = Nothing speaks against it.
replay-figure = It was: { $before } Today: { $after }
replay-price = { $action } was charged { COST($before) }; today it costs { COST($after) }.
replay-refused = Today's rules refuse it: { $why }
replay-other-result = Today's rules give another result.
replay-not-judged = It cannot be judged again: { $why }
