### `overlook broadcast`: the stream to a server

## Help of options

broadcast-help-server = The server's address: rtsp://, rtp://, srt://, udp:// or rtmp://...
broadcast-help-table = The address of the table's pages.
broadcast-help-whole = Show the whole frame. Without it, the image follows the action.
broadcast-help-delay = Delay of the stream, in seconds.
broadcast-help-kilobits = Highest bit rate, in kilobits per second.
broadcast-help-encoder = The encoder: libx264 or h264_v4l2m2m. By default, the hardware encoder if this machine has one.

## Lines of its output

broadcast-streaming = Streaming { $table } to { $server }, encoded with { $encoder }. Press Ctrl-C to stop.
# $fault: the last line of ffmpeg's output, in English.
broadcast-interrupted = The connection to the server or to the table failed: { $fault }. Trying again.
broadcast-ended = The stream ended: { $program } stopped with status { $status }. It is started again.
broadcast-clock-set = The stream starts again, because this machine's clock was set.

## Errors

broadcast-no-ffmpeg = H.264 needs ffmpeg. Run 'sudo apt-get install ffmpeg' on this machine.
broadcast-encoder-unknown = There is no encoder { QUOTE($encoder) }. Use { LIST($known, last: "or") }.
broadcast-server-scheme = The server's address is { QUOTE($server) }. Expected an address that begins with { LIST($known, last: "or") }.
broadcast-table-address = The table's address is { QUOTE($table) }. Expected an address such as { $example }.
