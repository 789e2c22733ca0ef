### Files: unreadable, damaged, or with a wrong field

## Whole files

# $fault is one of the messages below, or of another area: "rig.json: camera.size_px is missing."
file-fault = { $file }: { $fault }
# $reason comes from the operating system, in English: "No such file or directory". $kind is one of file-kind-...
file-unreadable = { $file } cannot be read: { $reason }. Expected { $kind }.
# $fault comes from the JSON reader, in English: "Expecting value: line 1 column 1 (char 0)".
file-too-long = { $file } has { $found } bytes, and at most { $most } are read. Expected { $kind }.
file-not-json = { $file } is not valid JSON: { $fault }. Expected { $kind }.
# $fault comes from the TOML reader, in English.
file-not-toml = { $file } is not valid TOML: { $fault }. Expected { $kind }.
# Part of file-not-json. $found is NaN or Infinity.
file-json-constant = { $found } is not a number in JSON
file-nested-deeply = { $file }: lists and objects are nested too deeply. Expected { $kind }.
# The digest is a checksum that Overlook writes into its files.
file-changed = The content does not match the file's digest. If you edited the file on purpose, delete the digest; otherwise, restore the file from a backup.
# In the first line of a TOML file, after its digest. No line breaks.
file-digest-note = Written by Overlook. To change this file by hand, delete this line.

## Kinds of files; parts of the messages above

file-kind-catalogue = a catalogue in JSON
file-kind-library = a terrain library in TOML
file-kind-rig = a rig in JSON
file-kind-target = a calibration target in JSON
file-kind-tray = a calibrated tray in JSON
file-kind-rolls = example dice in JSON

## Fields

# $field is a path such as operatives[0].base_mm.
file-field-missing = { $field } is missing.
# $expected comes from the schema's reader, in English: "Input should be greater than 0".
file-field-found = { $field }: found { $found }. { $expected }.
# $fault is a message.
file-field-refused = { $field }: found { $found }. { $fault }
file-content-found = Found { $found }. { $expected }.
