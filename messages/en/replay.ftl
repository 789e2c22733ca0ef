### Games that are judged again by today's rules

# $before, $after: YES, NO or TOO_CLOSE. $because: the condition that decides.
replay-verdict = The ruling was { $before ->
    [YES] YES
    [NO] NO
   *[TOO_CLOSE] TOO_CLOSE
 }; today it is { $after ->
    [YES] YES
    [NO] NO
   *[TOO_CLOSE] TOO_CLOSE
 }. { $because }
replay-permitted = The move was permitted; today it is not. { $because }
replay-no-finding = Nothing is against it.
replay-figure = It was: { $before } Today: { $after }
replay-price = { $action } was charged { COST($before) }; today it costs { COST($after) }.
replay-refused = This version of the rules refuses this step: { $why }
replay-other-result = This version of the rules gives this step another result.
replay-not-judged = This ruling cannot be made again: { $why }

## The page of recorded games

replay-page-title = Replay
replay-page-game = Game
replay-page-link = Copy a link to this moment
replay-page-copied = Link copied
replay-page-time = Time
replay-page-moment = Moment
replay-page-play = Play
replay-page-speed = Speed { $speed }
replay-page-before = Previous highlight
replay-page-back = Step back
replay-page-forward = Step forward
replay-page-after = Next highlight
replay-page-play-on = Play on from here
replay-page-play-on-sure = Begin a new game from this moment? The game at the table is kept.
replay-page-highlights = Highlights
replay-page-no-highlights = No highlights yet.
replay-page-unreadable = Game { $number } (cannot be read)
replay-page-none = No recorded games. Start one on a phone or on the set-up page.
