### Editions of the rules
edition-unknown = No edition is called { QUOTE($edition) }; there are { LIST($known) }.
