### Fighting through openings

opening-open =
    .fails = No opening is open for { NAME($operative) } to fight through.
opening-touched = { NAME($operative) } touches an opening.
    .fails = { NAME($operative) } must touch an opening to fight through it; the nearest is { LENGTH($measured, digits: 2) } away.
opening-beyond = { NAME($target) } is on the other side of the opening.
    .fails = { NAME($target) } is not on the other side of the opening.
opening-near = { NAME($target) } is { LENGTH($measured) } from the opening.
    .fails = { NAME($target) } must be within { INCHES($required) } of the opening, on the other side.
opening-on-floor = { NAME($target) } is on the killzone floor.
    .fails = { NAME($target) } is not on the killzone floor.
