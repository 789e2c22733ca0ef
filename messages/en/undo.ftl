### Undo and redo

undo-nothing = There is nothing to undo.
undo-nothing-undone = There is nothing to redo.
