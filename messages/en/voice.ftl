### The voice: rulings spoken by a program such as espeak-ng

voice-ok = Rulings are spoken.
voice-not-installed = No voice: { $program } is not installed. Run 'sudo apt install espeak-ng', then restart the table.
# $line: the last line of the program's error output.
voice-fails = No voice: { $program } reports { QUOTE($line) }. Is a loudspeaker connected?

## Descriptions of the settings [voice]

voice-setting-enabled = speak rulings
voice-setting-questions = also speak questions
voice-setting-commentary = also speak game events, in the words of the stream
voice-setting-program = program that speaks the text on its standard input
voice-setting-language = language or voice (list: espeak-ng --voices); texts are in it if messages has its folder, else English
voice-setting-rate = speed, in words per minute

# Read aloud. $figures: the figures of the PIN.
voice-pin = The PIN is { COMMAS($figures) }. Again: { COMMAS($figures) }.
