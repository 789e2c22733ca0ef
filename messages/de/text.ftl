### Text ohne Code

text-stored = { $text }
text-sentences = { SENTENCES($parts) }
text-parts = { DOTS($parts) }
text-quoted = „{ $text }“
