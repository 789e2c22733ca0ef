### Terms of the game that appear in other texts. Fragments.

# $op: an op or another secret choice.
term-op = { $op ->
    [tac_op_1] tac op 1
    [tac_op_2] tac op 2
    [tac_op_3] tac op 3
    [tac_op] tac op
    [crit_op] crit op
    [tac] tac op
    [crit] crit op
    [kill] kill op
    [primary_op] primary op
    [primary] primary op
    [mission] mission
    [scouting] scouting option
    [equipment] equipment
   *[other] { $op }
 }
term-op-condition = { $op ->
    [tac_op_1] tac op 1
    [tac_op_2] tac op 2
    [tac_op_3] tac op 3
   *[other] { $op }
 }, condition { $condition }
# At the beginning of a line.
term-op-title = { $op ->
    [tac_op_1] Tac op 1
    [tac_op_2] Tac op 2
    [tac_op_3] Tac op 3
    [tac_op] Tac op
    [crit_op] Crit op
    [tac] Tac op
    [crit] Crit op
    [kill] Kill op
    [primary_op] Primary op
    [primary] Primary op
    [mission] Mission
    [scouting] Scouting option
    [equipment] Equipment
   *[other] { $op }
 }
term-op-condition-title = { $op ->
    [tac_op_1] Tac op 1
    [tac_op_2] Tac op 2
    [tac_op_3] Tac op 3
   *[other] { $op }
 }, condition { $condition }
term-phase = { $phase ->
    [roll_off] roll-off
    [mission] mission
    [selection] selection of equipment
    [equipment] set-up of equipment
    [deployment] set-up of operatives
    [scouting] scouting
    [initiative] initiative
    [ready] Ready step
    [gambit] Strategic Gambits
    [ploys] ploys
    [target_reveal] Target Reveal step
    [firefight] Firefight phase
    [end] end of the turning point
    [ended] end of the battle
   *[other] { $phase }
 }
# $kind: what a person asked the game to do. A noun.
term-intent = { $kind ->
    [activate] activation
    [answer] answer
    [branch] branch of another game
    [call] report of a fault
    [challenge] challenge
    [choose_equipment] equipment
    [declare_damage] correction of wounds
    [declare_place] correction of a position
    [declare_stat] change of a stat
    [declare_status] correction of an order token
    [deploy] set-up
    [set_up_again] set-up by a rule
    [drop_marker] marker put down
    [end_activation] end of the activation
    [end_battle] end of the battle
    [end_stage] end of the phase
    [hand_over] hand-over of the seat to another device
    [mend] corrected fault
    [pass_turn] pass
    [play_on] game that goes on from another one
    [place_equipment] set-up of equipment
    [place_marker] correction of a marker
    [propose] proposal
    [react] action out of turn
    [redo] redo
    [remove_marker] removal of a marker
    [remove_operative] removal
    [reveal] revealed choice
    [revive] return to the battle
    [score] points
    [seal] secret choice
    [see_roll] roll in the tray
    [set_policy] change of how a rule is applied
    [set_terrain] change of the terrain
    [set_threshold] change of the certainty needed
    [set_up] set-up of the game
    [spring] mine
    [trigger] order of rules
    [undo] undo
    [use_ploy] ploy
   *[other] { $kind }
 }
