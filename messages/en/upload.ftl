### Files uploaded on the machine's page, in parts. $kind is backup or release; $fault: an error of the disk, in English

upload-checking = { $kind ->
    [backup] A backup
   *[release] A version
 } is being checked. Wait a moment.
upload-large = { $name } has { DECIMAL($megabytes, digits: 0) } MB, and at most { DECIMAL($most, digits: 0) } MB are allowed.
upload-no-room = The disk has { DECIMAL($free, digits: 0) } MB free, and this { $kind ->
    [backup] backup
   *[release] version
 } needs { DECIMAL($needed, digits: 0) } MB. Make room on the disk. Nothing was changed.
upload-disk-failed = The disk cannot be written ({ $fault }). Nothing was changed.
upload-replaced = Another { $kind ->
    [backup] backup
   *[release] version
 } has been chosen since. Choose the file again.
upload-part-expected = The next part must begin at byte { $offset }.
upload-longer = { $name } is longer than announced. Nothing was changed.
upload-part-failed = { $name } cannot be stored ({ $fault }). Nothing was changed.
upload-check-begun = Checking the file.
upload-check-file = Checking { $path }.
upload-cancelled = The upload was cancelled.
# $fault: what is wrong with the file, a message or an error in English.
upload-refused = Refused; nothing was changed. { $fault }
upload-rest-lost = The rest of the file did not reach the table. Nothing was changed. Choose the file again.
upload-empty = { $file } is empty.
# Text for screen readers.
upload-progress = Uploaded so far
upload-cancel = Cancel
