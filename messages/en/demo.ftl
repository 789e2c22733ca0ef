### The demonstration on the simulated table: lines of its script that could not be played

# $kind: what the line does, such as "activate"; $prompt: the kind of question that it answers, or "none".
demo-line-skipped = Skipped a line of the demonstration ({ $prompt ->
    [none] { $kind }
   *[other] { $kind }, { $prompt }
 }): { $why }
# $prompt: the id of a request to roll dice.
demo-roll-skipped = Skipped a roll of the demonstration ({ $prompt }): { $why }
# $why of demo-line-skipped.
demo-no-prompt = The referee did not ask this question.
