### Die Regel SUPPORT
support-claim = { NAME($operative) } unterstützt { NAME($friend) }
    .fails = { NAME($operative) } unterstützt { NAME($friend) } nicht
support-friend = { NAME($friend) } gehört zum eigenen Team.
    .fails = { NAME($friend) } gehört nicht zum eigenen Team.
support-near = { NAME($friend) } ist { LENGTH($measured) } entfernt.
    .fails = { NAME($friend) } ist { LENGTH($measured, $required) } entfernt; SUPPORT reicht { INCHES($required) } weit.
