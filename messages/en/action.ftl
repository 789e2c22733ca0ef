### Actions: what they need, and what excludes them

## Claims

action-claim-may-perform = { NAME($operative) } may perform { $action }
    .fails = { NAME($operative) } may not perform { $action }

## Conditions that geometry and the activation decide

action-not-repeated =
    .fails = { $earlier } counts as { $action }, which can be performed only once in an activation.
action-not-after =
    .fails = { $action } cannot be performed after { $earlier } in the same activation.
# $reading: "read as: ...".
action-guard-as-read = Guard is an action of every killzone ({ $reading }).
action-heavy-after-move =
    .fails = A Heavy weapon cannot be used after { $move } in the same activation.
action-move-after-heavy =
    .fails = { $move } cannot be performed after a Heavy weapon was used in the same activation.
action-not-concealed =
    .fails = { $action } cannot be performed with a Conceal order.
action-operative-unknown = No operative is called { QUOTE($operative) } in this position.
action-cost = { $action } costs { $found } AP; expected 0 to 9.
action-unknown = No action of this edition is called { QUOTE($action) }; there are { LIST($known) }.
action-target-enemy = { NAME($target) } is an enemy.
    .fails = { NAME($target) } is not an enemy.
action-claim-may-attack = { NAME($operative) } may attack { NAME($target) }
    .fails = { NAME($operative) } may not attack { NAME($target) }
