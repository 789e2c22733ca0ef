### Positions: operatives and markers on a table

position-apl-or-move = An operative has APL { $apl } and Move { $move }; expected 0 to 9 and 0 to 30.
position-wounds = An operative has { $wounds } of { $start } wounds; expected 0 to { $start }, and at least 1 at the start.
position-status-missing = { LIST($operatives) }: each operative on the table needs a status, and each status an operative.
position-marker-unknown = No marker is called { QUOTE($marker) }; there are { LIST($known) }.
