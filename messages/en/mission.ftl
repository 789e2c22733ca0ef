### Missions

mission-side-unknown = The mission { $mission } has no side { QUOTE($side) }; its sides are { LIST($known) }.
