### Hatches

hatch-near = { NAME($operative) } is close enough to an access point.
    .fails = { NAME($operative) } is not close enough to an access point.
hatch-not-held = No enemy controls the open hatchway.
    .fails = An enemy controls the open hatchway.
hatch-empty =
    .fails = The hatch { NAME($hatch) } cannot be closed. In its way: { LIST(NAME($inside)) }.
