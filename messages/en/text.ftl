### Text without a code

# Text of a file of an earlier version, or of another program. It is shown as it is.
text-stored = { $text }

# Several messages in one line, for example the parts of a health line.
text-sentences = { SENTENCES($parts) }

# Several texts in one line; those without a code are shown as they are.
text-parts = { DOTS($parts) }

# Text that somebody typed, within another text: the language's quotation marks.
text-quoted = "{ $text }"
