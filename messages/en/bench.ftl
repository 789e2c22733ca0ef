### `overlook bench`: the benchmark of tag detection

## Help of options

bench-help-sequence = A folder with frames.json and catalogue.json, in place of the rendered frames.
bench-help-photos = A folder with photographs and tags.json, in place of the rendered table.

## Lines of its output

bench-no-peer = pupil-apriltags is not installed, so it is left out. To include it, run 'pip install pupil-apriltags'.
bench-running = Rendering the simulated table and measuring. This takes about a minute.
# Heading of a table of figures.
bench-windows = tracked windows, compared with whole frames:

## Errors

# $reason comes from the operating system, in English.
bench-list-unreadable = { $file } cannot be read: { $reason }. It must list the tags in each photograph.
# $fault comes from the JSON reader, in English: "Input should be a valid dictionary". $example is JSON.
bench-list-invalid = { $file }: { $fault }. Expected, for example, { $example }.
bench-no-sequence = { $folder } has no sequence. Expected a folder with frames.json and catalogue.json.
# $fault: the last line of an error in Python, or "status 1".
bench-failed = The benchmark failed: { $fault }
