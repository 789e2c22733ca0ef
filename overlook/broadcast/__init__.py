"""The annotated camera as H.264, handed to a server that has many viewers: MediaMTX, go2rtc, Janus."""
