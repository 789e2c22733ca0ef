"""Tag detection in one frame: quadrilaterals, decoding, photometric corner refinement, and evidence for each tag."""
