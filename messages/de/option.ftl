### Lesarten von Regeln, die der veröffentlichte Text offenlässt

option-unknown = Es gibt keine Regeloption { QUOTE($option) }. Möglich: { LIST($known) }.
option-reading = Die Option { $option } kann nicht { QUOTE($found) } sein. Möglich: { LIST($known, last: "or") }.
option-malformed = { QUOTE($found) } ist keine Option mit Lesart. Schreibe sie wie in „jump reach=3“.
# Teil einer Liste von Optionen: "drop zone: ...".
option-about-limited-uses = ob jedes Profil einer Waffe mit Limited eigene Einsätze hat oder alle Profile sie teilen ({ $source })
option-about-blast-beside-friends = ob Blast auch einen Gegner trifft, mit dem ein Freund des Schützen im Nahkampf ist ({ $source })
option-about-paused-moves = ob ein Kämpfer auf Wache sofort reagieren darf, wenn mitten in einer Bewegung eine Luke bedient wird, oder erst nach der Bewegung ({ $source })
option-about-bodies = ob die Körper anderer Kämpfer die Sicht blockieren; ausdrücklich ignoriert werden nur ihre Bases ({ $source })
option-about-drop-zone = wie viel einer Base bei der Aufstellung in der eigenen Absetzzone sein muss; die Regeln überlassen es der Mission ({ $source })

## Optionen von 2021

option-about-saves-left-over = ob eine Abwehr, die einen Treffer ablegen kann, das auch muss
option-about-rampart = ob Gelände auf einem Aussichtspunkt vor dem Ziel dieses gegen einen tiefer stehenden Schützen schützt, obwohl die Ziellinien darunter durchgehen
option-about-drop-price = was beim Hinabsteigen um mehr als 2" zählt
option-about-climb-price = ob Klettern um mehr als 2" in Schritten von 2" zählt
option-about-jump-reach = wie breit eine Lücke für einen Sprung sein darf, in Zoll; die Zahl ist verloren
option-about-failed-jump = wo ein Kämpfer nach einem misslungenen Sprung bleibt: am Rand oder dort, wo die Bewegung begann ({ $source })
option-about-groups = ob eine Gruppenaktivierung von mehr als zwei nach zwei Kämpfern endet oder im nächsten Zug weitergeht ({ $source })
option-about-cover-lines = ob Ziellinien zwischen zwei Höhen über niedrigeres Gelände und niedrigere Bases hinweggehen oder wie von oben gesehen gezogen werden ({ $source })
option-about-blast-above = ob Blast von einem Ziel auf einem Aussichtspunkt auch Gegner mit dem Befehl Verbergen in leichter Deckung weit darunter erreicht, wie es ein Schuss dieses Ziels täte ({ $source })
option-about-relentless = ob bei Relentless alle Würfel zusammen neu geworfen werden oder einige erst nach dem Ergebnis anderer ({ $source })
option-about-changed-apl = ob eine Änderung der APG während der Aktivierung die übrigen AP ändert oder erst ab der nächsten Aktivierung zählt ({ $source })
option-about-stun = ob ein kritischer Treffer, der im Kampf pariert, für Stun ebenso zählt wie einer, der zuschlägt ({ $source })
option-about-support = ob ein Freund im Kampf auch unterstützt, wenn ein anderer Gegner mit ihm im Nahkampf ist: Die Zusammenfassung erlaubt es, die Spielhilfe nicht ({ $source })
option-about-apparatus-reach = auf wie viele Zoll Kämpfer einen uralten Apparat beanspruchen; die Zahl ist verloren ({ $source })
option-about-indirect-reach = um wie viele Zoll die Reichweite von Waffen mit Indirect wächst; die Zahl ist verloren
# $source: Zeilen der veröffentlichten Regeln.
option-about-wall-cover = ob eine Wand überall Deckung gibt, wo eine Linie sie kreuzt, sobald eine Linie ihr Ende oder ihre Ecke kreuzt ({ $source })
option-about-open-hatch = ob das Blatt einer offenen Luke schwer ist, also an seinem Ende vorbei Deckung gibt und verdeckt wie eine Wand ({ $source })
option-about-materiel = wie hoch Killzone-Materiel sein darf, damit man es überqueren kann, in Zoll; die Zahl ist verloren ({ $source })
option-about-turning-points = wie viele Wendepunkte eine Schlacht hat; die Regeln überlassen es der Mission ({ $source })
option-about-first-order = welchen Befehl ein Kämpfer vor der ersten Aktivierung hat ({ $source })
option-about-tokens = bis zu welchem Punkt eines Markers das 1" zum Aufheben gemessen wird; bei Missionszielen ist es die Mitte ({ $source })
option-about-torrent-reach = ob die weiteren Ziele von Torrent nah an irgendeinem getroffenen Ziel sein müssen oder nah an allen ({ $source })

## Optionen von 2024

option-about-brutal = ob Brutal auch gegen Schüsse die normale Abwehr verhindert
option-about-cover = was innerhalb von 1" um das Ziel sein muss: der Punkt, an dem eine Linie ein Teil kreuzt, oder irgendein Punkt dieses Teils
option-about-climb-minimum = ob jedes Klettern mindestens 2" kostet
option-about-ladder-climb = was das eine Klettern einer Aktion mit Leiter kostet: das 1", als das es zählt, oder die 2", die Klettern mindestens kostet ({ $source })
option-about-ladder-height = wie hoch man eine Leiter auf einmal hinaufklettern kann: so hoch, wie sie ist, oder 3" wie sonst ({ $source })
option-about-jump-length = zwischen welchen Punkten ein Sprung von bis zu 4" gemessen wird: den Rändern der Lücke oder den Plätzen, an denen die ganze Base steht ({ $source })
option-about-step-up = ob ein Kämpfer auf Gelände, das bis zu 1" höher ist, klettert, oder ob er hinaufspringt, ohne für die Höhe zu zahlen ({ $source })
option-about-jump-to-climb = ob ein Sprung an Gelände, das mehr als 1" höher ist, als Klettern weitergehen darf, oder ob Klettern innerhalb von 1" um das Gelände beginnen muss ({ $source })
option-about-thirds = wie ein Team bei der Aufstellung geteilt wird: immer ein Drittel, aufgerundet (10 als 4, 4 und 2), oder so gleich wie möglich (4, 3 und 3) ({ $source })
option-about-resupply = ob der Würfel durch Ammo Resupply in jeder Würfelfolge einer Aktion wie Blast neu geworfen werden darf oder nur einmal ({ $source })
option-about-guard-where = wo ein Kämpfer auf Wache gehen darf; die Aktion steht bei den Regeln einer einzigen Killzone ({ $source })
option-about-smoke-reach = von wo aus das 1" um den Rauch gemessen wird
option-about-smoke-piercing = ob Rauch Piercing aufhebt oder verringert
option-about-counteract-price = ob für „Aktion mit 1 AP“ die gedruckten Kosten zählen oder die geänderten
option-about-last-word = wer zwischen gleichrangigen Regeln entscheidet
option-about-rending = ob Rending einen Würfel behalten darf, den schon Accurate oder Punishing behalten hat ({ $source })
option-about-piercing = ob eine Waffe mit Piercing und Piercing Crits die größere Zahl an Würfeln entfernt oder beide Zahlen ({ $source })
option-about-empty-block = ob ein Würfel ins Leere blocken darf, solange der Gegner noch Erfolge hat ({ $source })
option-about-stronghold = was in einer Festung ist: alles zwischen ihren äußersten Wänden oder nur, was sie umschließen ({ $source })
option-about-portable-barricade = wer hinter einer tragbaren Barrikade in Deckung ist, solange ein Kämpfer mit ihr verbunden ist ({ $source })
option-about-inside = welche Seite einer tragbaren Barrikade ihre Innenseite ist, mit der ein Kämpfer verbunden sein muss, um sie mitzunehmen; sind die Füße unbekannt, gilt jede Seite ({ $source })
option-about-guard = worauf ein Kämpfer auf Wache reagieren muss, wenn ein Gegner eine Aktion neben ihm beendet: auf diese Aktion oder auf die Aktivierung ({ $source })
option-about-kill-grade = welche Zahl am Ende der Schlacht die Abschussstufe eines Spielers ist; die Tabelle der Stufen ist verloren ({ $source })
option-about-mines = ob auch Kämpfer des eigenen Spielers eine Mine auslösen
