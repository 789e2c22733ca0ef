### The table's page, and the page with its status

table-views = View
table-measure = Measure
table-pair = Pair a phone
table-operative = Operative
table-pin = PIN { $pin }
table-staff-pin = Referee's PIN
table-scan = QR code that pairs a phone
# $name: a player.
table-phone-here = { $name }: paired
table-phone-missing = { $name }: not paired yet

## Table status

table-status = Table status
# $late: time from the exposure of an image to its ruling.
table-rates = { DECIMAL($fps) } images per second, { DECIMAL($late, digits: 0) } ms from image to ruling
# The same before the first ruling.
table-rate = { DECIMAL($fps) } images per second
table-no-image = No image from the camera yet
table-certificate = Accuracy certificate
table-settings = Settings, backup and report
table-dice = Dice statistics
table-back = Back to the table
