### Wann etwas getan werden kann

time-not-set-up =
    .fails = Das Spiel ist noch nicht aufgebaut. Baue es zuerst auf.
time-battle-over =
    .fails = Die Schlacht ist vorbei.
time-marker-to-place =
    .fails = Kampfunfähig mit einem Marker: { LIST(NAME($operatives)) }. Lege zuerst den Marker ab.
time-last-action =
    .fails = Kampfunfähig, aber eine kostenlose Aktion ist noch möglich: { LIST(NAME($operatives)) }. Entscheide zuerst darüber.
time-roll-due =
    .fails = Eine Regel braucht jetzt Würfel. Würfle zuerst.
time-rule-order =
    .fails = Mehrere Regeln warten. Wähle zuerst, welche beginnt.
time-challenge-open =
    .fails = Ein Urteil ist angezweifelt. Kläre das zuerst.
