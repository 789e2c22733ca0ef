### Chances of shots and fights, and results compared with them. Fragments.

chance-attack = { CHANCE($down) } to incapacitate, { DECIMAL($damage) } average damage
# $claim: what is too close to call.
chance-attack-vantage = { CHANCE($down) } to incapacitate, { DECIMAL($damage) } average damage; too close to call: { $claim }
chance-fight = { CHANCE($down) } to incapacitate, { DECIMAL($damage) } average damage, { CHANCE($own) } risk of being incapacitated

## Results

chance-result-down = { $damage } damage (average { DECIMAL($average) }); a { CHANCE($chance) } chance
chance-result-none = No damage (average { DECIMAL($average) }); a { CHANCE($chance) } chance
chance-result = { $damage } damage (average { DECIMAL($average) }); at least that { CHANCE($chance) } of the time
