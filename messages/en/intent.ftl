### What a person asked the game to do, in a few words. Fragments: lines of the log, and parts of other texts.

intent-act = { NAME($operative) }: { $action }
intent-act-target = { NAME($operative) }: { $action }, target { NAME($target) }
intent-ploy = { NAME($player) }: ploy { $ploy }
intent-ploy-cost = { NAME($player) }: ploy { $ploy }, { $cost } CP
intent-secret-choice = { NAME($player) }: { $topic }, chosen in secret
# $who: an operative or a player. $deed: a noun, such as "end of the activation".
intent-deed = { NAME($who) }: { $deed }
# Intents that belong to no operative and no player, at the beginning of a line.
intent-alone = { $kind ->
    [branch] Branch of another game
    [call] Report of a fault
    [challenge] Challenge
    [end_battle] End of the battle
    [end_stage] End of the phase
    [hand_over] Hand-over of the seat to another device
    [mend] Corrected fault
    [place_marker] Correction of a marker
    [propose] Proposal
    [redo] Redo
    [remove_marker] Removal of a marker
    [see_roll] Roll in the tray
    [set_policy] Change of how a rule is applied
    [set_terrain] Change of the terrain
    [set_threshold] Change of the certainty needed
    [set_up] Set-up of the game
    [trigger] Order of rules
    [undo] Undo
   *[other] { $kind }
 }
# $question: a question to a player. $answer: the label of a choice, or the values of dice.
intent-answer = { $question } – { $answer }
# The faces of the dice, "1 1 6".
intent-dice = { $dice }
# $throws: a message: all rolls of the same dice.
intent-thrown = { $dice } ({ $throws })
# Dice that the program rolled for a player.
intent-rolled = { $dice } (rolled by the program)
intent-last-answer = the last answer to a question

## Faults of what was given

intent-field-unknown = Intent '{ $intent }', field { $field }: not a field of this intent (found { QUOTE($found) }). Leave it out.
