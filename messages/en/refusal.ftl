### Refusals: why an intent cannot be done now

## Who and what exists

refusal-operative-unknown =
    .fails = No operative of this game is called { QUOTE($operative) }.
refusal-player-unknown =
    .fails = No player of this game is called { QUOTE($player) }.
refusal-not-yours =
    .fails = Only { NAME($owner) } can do this, not { NAME($player) }.
refusal-off-killzone =
    .fails = { NAME($operative) } is not on the killzone.
refusal-not-deployed =
    .fails = { NAME($operative) } is not on the killzone. Set it up first.
refusal-not-standing =
    .fails = { NAME($operative) } is incapacitated, or not on the killzone.
refusal-incapacitated =
    .fails = { NAME($operative) } is incapacitated.

## Turns and activations

refusal-other-turn =
    .fails = It is the turn of { NAME($player) }.
# The same with what is read into the rules ($reading).
refusal-other-turn-read =
    .fails = It is the turn of { NAME($player) } ({ $reading }).
refusal-no-turn =
    .fails = No player has the turn now.
refusal-dice-open =
    .fails = Dice are still being resolved. Resolve them first.
refusal-expended =
    .fails = { NAME($operative) } is expended. Choose a ready operative.
refusal-other-active =
    .fails = { NAME($active) } is still active. End its activation first.
refusal-not-active =
    .fails = { NAME($operative) } is not active; the active operative is { NAME($active) }.
refusal-not-activated =
    .fails = { NAME($operative) } is not active. Activate it first.
refusal-may-interrupt =
    .fails = Waiting for { LIST(NAME($players)) }: interrupt with an operative on guard, or pass.
refusal-nothing-to-pass =
    .fails = There is nothing to pass: the decision is not with { NAME($player) }.
refusal-must-activate =
    .fails = { NAME($player) } cannot pass: a friendly operative is still ready.
refusal-reaction-open =
    .fails = Another operative is still acting out of turn. Finish that first.
refusal-no-interrupt-now =
    .fails = { NAME($player) } cannot interrupt now: no enemy action has just ended.
refusal-activation-open =
    .fails = An activation is not finished. End it first.
refusal-phase =
    .fails = Not possible in the current phase ({ $phase }).
# $intent: a noun, such as "ploy" or "end of the activation".
refusal-intent-phase =
    .fails = Not possible in this phase: { $intent }. The current phase: { $phase }.
refusal-intent-elsewhere = Not possible here: { $intent }.

## Actions

refusal-ap-short =
    .fails = { $action } costs { $cost } AP; { $left } AP left.
# $note: this table's reading of a rule, for example "read as: changed APL = at once".
refusal-ap-short-read =
    .fails = { $action } costs { $cost } AP; { $left } AP left ({ $note }).
# $reaction: counteract, overwatch, guard or another way to act out of turn.
refusal-free-action-open =
    .fails = Another free action has begun. End it first.
refusal-free-action-own =
    .fails = It is the activation of { NAME($operative) }. A free action belongs to it.
refusal-one-action =
    .fails = Only one action can be performed here ({ $reaction ->
        [counteract] counteract
        [overwatch] overwatch
        [guard] guard
        [activation] activation
       *[other] { $reaction }
    }), and it is done. End it.
refusal-action-operatives =
    .fails = Only { LIST(NAME($operatives), last: "or") } can perform { $action }.
refusal-action-keywords =
    .fails = Only operatives with the keywords { LIST($keywords) } can perform { $action }.
refusal-command-rerolls =
    .fails = { NAME($player) }: { $uses ->
        [one] one Command Re-roll
       *[other] { $uses } Command Re-rolls
    } entered, but { $left } CP left.
refusal-no-attack-dice =
    .fails = { $action } has no attack dice. Dice are rolled for { LIST($known, last: "or") }.
refusal-target-missing =
    .fails = { $action }: choose a target.
# $type: ranged or melee.
refusal-weapon-missing =
    .fails = { $weapons ->
        [none] { $action } needs a { $type ->
            [melee] melee
           *[ranged] ranged
        } weapon, but none can be used.
       *[other] { $action }: choose a weapon, { LIST($weapons, last: "or") }.
    }
refusal-results-and-dice =
    .fails = Enter the results or roll the dice, not both.
refusal-weapon-unknown =
    .fails = { NAME($operative) } has no weapon called { QUOTE($weapon) }.
refusal-weapon-type =
    .fails = { $action } needs a { $type ->
        [melee] melee
       *[ranged] ranged
    } weapon, and { $weapon } is a { $found ->
        [melee] melee
       *[ranged] ranged
    } weapon.
refusal-no-weapon =
    .fails = { NAME($operative) } has no { $type ->
        [melee] melee
       *[ranged] ranged
    } weapon.
refusal-rule-counts =
    .fails = The weapon rule { $rule } always counts and cannot be left out.
refusal-no-paused-move =
    .fails = There is no interrupted { $action } to continue.
refusal-interrupt-action =
    .fails = An operative on guard can interrupt only with { LIST($allowed, last: "or") }, not with { $action }.
refusal-hatch-missing =
    .fails = Choose the hatch to operate.
refusal-weapon-used-up =
    .fails = { $weapon } was used { $used } of { $limit } times. No use is left.
# $note: this table's reading of a rule, for example "read as: Limited uses = by weapon".
refusal-weapon-used-up-read =
    .fails = { $weapon } was used { $used } of { $limit } times ({ $note }). No use is left.
refusal-supply-used-up =
    .fails = No { $item } is left, or none was selected.

## Actions of a mission pack

refusal-target-keywords =
    .fails = { $action } can target only operatives with the keywords { LIST($keywords) }.
refusal-marker-kind =
    .fails = { $action }: choose a marker of the kind { $kind ->
        [objective] objective
        [smoke] smoke
        [mine] mine
       *[other] { $kind }
    }.
# $period: battle, or turning point.
refusal-action-used-up =
    .fails = { $action } was performed { $used } of { $limit } times in this { $period ->
        [battle] battle
       *[other] { $period }
    }.
refusal-action-points =
    .fails = Not enough CP: { $action } costs { $cost }; { NAME($player) } has { $left }.

## Corrections by hand

refusal-damage-zero =
    .fails = Damage of 0 changes nothing. Enter another number.
refusal-no-wounds-lost =
    .fails = { NAME($operative) } has lost no wounds.
refusal-stat-unknown =
    .fails = No stat is called { QUOTE($stat) }; there are { LIST($known) }.
refusal-stat-unchanged =
    .fails = A change of 0 leaves { $stat } as it is. Enter another number.
refusal-order-kept =
    .fails = { NAME($operative) } keeps its { $order ->
        [engage] Engage
       *[conceal] Conceal
    } order until its next activation.
refusal-readiness =
    .fails = { NAME($operative) } is { $ready ->
        [yes] ready
       *[no] expended
    }. Only the referee can correct this.
refusal-marker-without-place = The position of { NAME($operative) }, who carries { NAME($marker) }, is not known. Enter the position of { NAME($operative) } first.
refusal-not-down =
    .fails = { NAME($operative) } is not incapacitated.
refusal-wounds-above-card =
    .fails = { $wounds } wounds are too many: the card of { NAME($operative) } has { $most }.
refusal-rule-owners =
    .fails = These players have no seat: { LIST($players) }.
refusal-rule-twice =
    .fails = A rule is named twice. Name each rule once.
refusal-order-open =
    .fails = The order of other rules is not decided yet. Decide it first.

## Ploys, secret choices, points

# $known: names of ops.
refusal-primary-op =
    .fails = Choose the primary op from the list: { LIST($known, last: "or") }.
refusal-tac-op-card =
    .fails = No tac op card of { NAME($player) } has that name. Choose one of the cards.
refusal-strategy-ploy =
    .fails = { $ploy } is a strategy ploy. Use it before the Firefight phase.
refusal-firefight-ploy =
    .fails = { $ploy } is a firefight ploy. Use it in the Firefight phase.
refusal-ploy-with-dice =
    .fails = { $ploy } is used after dice are rolled. It is offered with the dice.
refusal-ploy-used =
    .fails = { $ploy } was already used in this turning point.
refusal-cp-short =
    .fails = Not enough CP: { $ploy } costs { $price }; { $left } left.
refusal-secret-unknown =
    .fails = No secret choice is called { QUOTE($topic) }; there are { LIST($known) }.
refusal-secret-phase =
    .fails = The { $topic } cannot be chosen in this phase ({ $phase }).
refusal-secret-late =
    .fails = The { $topic } can be chosen only in the first turning point.
refusal-secret-made =
    .fails = The { $topic } is already chosen.
refusal-secret-missing =
    .fails = There is nothing to reveal: no { $topic } was chosen.
refusal-secret-revealed =
    .fails = The { $topic } is already revealed.
refusal-op-unknown =
    .fails = There is no such op; these are scored: { LIST($known) }.
refusal-vp-zero =
    .fails = 0 VP change nothing. Enter another number.
refusal-op-full =
    .fails = { $op }: all { $cap } VP are already scored.
refusal-vp-back =
    .fails = Only the referee can take points back.
refusal-op-at-end =
    .fails = { $op }: these points are added automatically when the battle ends.
refusal-vp-below-zero =
    .fails = { $op }: only { $has } VP can be taken back.

## Set-up and the end of the battle

refusal-set-up-already =
    .fails = { NAME($operative) } is already set up, or out of the battle.
refusal-too-many-options =
    .fails = { $found } options are selected; the most is { $most }.
refusal-equipment-revealed =
    .fails = { NAME($player) }: the equipment is already selected.
refusal-option-twice =
    .fails = Each option can be selected only once. Selected twice: { LIST($options) }.
refusal-options-unknown =
    .fails = No equipment is called { LIST($options, last: "or") }; there are { LIST($known) }.
refusal-options-not-in-mission =
    .fails = Not permitted in this mission: { LIST($options) }.
refusal-item-not-selected =
    .fails = { $chosen ->
        [none] { $item } was not selected. No equipment was.
       *[other] { $item } was not selected. Selected: { LIST($chosen) }.
    }
# $item: the option, as it was entered.
refusal-item-others =
    .fails = That { $item } belongs to { NAME($player) }. Set up your own.
# $kind: the kind of the marker.
refusal-item-kind =
    .fails = { $item } is not a marker of the kind { $kind ->
        [objective] objective
        [smoke] smoke
        [mine] mine
       *[other] { $kind }
    }.
refusal-item-set-up =
    .fails = { NAME($player) }: { $item } already set up.
refusal-game-set-up =
    .fails = The game is already set up. Undo that first, or start another game.
refusal-two-seats =
    .fails = A game needs two seats with different names; found { LIST($seats) }.
refusal-operatives-twice =
    .fails = Several operatives have the same id: { LIST($ids) }. Give each its own id.
refusal-markers-twice =
    .fails = Several markers have the same id: { LIST($ids) }. Give each its own id.
refusal-terrain-twice =
    .fails = Several parts of the terrain have the same id: { LIST($ids) }. Give each its own id.
refusal-operatives-without-seat =
    .fails = There are operatives of players without a seat: { LIST($players) }.
refusal-actions-twice =
    .fails = Two actions of the mission pack have the same name. Give each its own name.
refusal-ploys-without-seat =
    .fails = There are ploys of players without a seat: { LIST($players) }.
refusal-tac-ops-without-seat =
    .fails = There are tac ops of players without a seat: { LIST($players) }.
refusal-ploys-twice =
    .fails = Several ploys have the same name: { LIST($ploys) }.
refusal-places-unknown =
    .fails = There are positions of operatives that are in no team: { LIST($ids) }.
refusal-game-not-set-up =
    .fails = The game is not set up yet.
refusal-no-battle =
    .fails = No battle is being played.
