"""Films of clips: the kept frames as MP4, with what was ruled or who fell burnt in."""
