### Games that are judged again by today's rules

# $before, $after: YES, NO or TOO_CLOSE. $because: the condition that decides.
replay-verdict = The ruling was { $before }; today it is { $after }. { $because }
replay-permitted = The move was permitted; today it is not. { $because }
replay-no-finding = Nothing is against it.
replay-figure = It was: { $before } Today: { $after }
replay-price = { $action } was charged { COST($before) }; today it costs { COST($after) }.
replay-refused = This version of the rules refuses this step: { $why }
replay-other-result = This version of the rules gives this step another result.
replay-not-judged = This ruling cannot be made again: { $why }
