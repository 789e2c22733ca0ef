### The SUPPORT rule
support-claim = { NAME($operative) } supports { NAME($friend) }
    .fails = { NAME($operative) } does not support { NAME($friend) }
support-friend = { NAME($friend) } is a friend.
    .fails = { NAME($friend) } is not a friend.
support-near = { NAME($friend) } is { LENGTH($measured) } away.
    .fails = { NAME($friend) } is { LENGTH($measured, $required) } away; SUPPORT reaches { INCHES($required) }.
