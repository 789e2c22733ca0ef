### Angezweifelte Urteile. Ereignisse sind im Journal nummeriert.

challenge-open = Ereignis { $event } ist schon angezweifelt. Kläre das zuerst.
challenge-roll-first = Ein Würfelwurf beider entscheidet über das angezweifelte Urteil. Würfelt zuerst.
challenge-nothing = Es gibt kein Urteil, das man anzweifeln könnte.
challenge-no-ruling = Ereignis { $event } hat kein Urteil, das man anzweifeln könnte. Vielleicht wurde es schon zurückgenommen.
challenge-depends = Ereignis { $event } lässt sich nicht allein zurücknehmen, weil Ereignis { $later } ({ $kind }) davon abhängt. { $why } Mach stattdessen Schritt für Schritt rückgängig.
challenge-other-result = Ohne dieses Ereignis hätte das spätere ein anderes Ergebnis.
