### Fragen, die das Spiel in jeder Edition stellt, und ihre Antworten

question-too-close = { $what }? Zu knapp. Nach der besten Schätzung: { SENTENCES($conditions) } Ist es erlaubt?
question-allow = Es gilt, erlauben
