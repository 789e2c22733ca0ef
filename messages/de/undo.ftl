### Rückgängig und Wiederholen

undo-nothing = Es gibt nichts rückgängig zu machen.
undo-nothing-undone = Es gibt nichts zu wiederholen.
