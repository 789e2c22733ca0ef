### The box of the simulated table: models and terrain that the page puts on the table

# $thing: id and name, such as "A1 Granny Sorrel".
box-off-board = { $thing }: this place is off the board. Put it on the board, or take it off the table.
box-place-taken = { $thing }: something else is at this place. Choose a free place.
box-full = { $thing }: no room is left. Take something else off the table first.
box-thing-unknown = { QUOTE($thing) } is not in the box. { $known ->
    [none] The box is empty.
   *[other] The box has { LIST($known) }.
 }
# $reason: of the operating system, or start-file-damaged.
box-unreadable = { $file } cannot be read: { $reason }. All models and terrain of the simulated table are back in the box.
