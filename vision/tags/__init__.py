"""Tag detection in one frame: quads, decoding, photometric corner fit, evidence for and against."""
