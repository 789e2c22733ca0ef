### Images: files that cannot be decoded, frames of a wrong kind, and the quality of an image

## Image files

# $fault is one of the parts below.
image-unreadable = { $file } cannot be read as an image: { $fault }. Take it again, or convert it to JPEG or PNG.
image-file-large = { $file } is larger than { $most } MB. Scale the image down.
image-pixels = { $file }: the image is { $width } x { $height } px, and at most { $most } megapixels can be read. Take it in a smaller camera mode, or scale it down.
image-side = { $file }: the image is { $width } x { $height } px, and each side can have at most { $most } px.
image-animated = { $file } is an animation. Give a still image.

## Parts of image-unreadable

image-format = the format is not JPEG, PNG, BMP, TIFF or WebP
image-cut-off = the file is cut off
image-damaged = its data are damaged
image-empty = its size is { $width } x { $height } px
image-header-missing = the header chunk is missing
image-size-missing = the size is missing
image-chunk-unknown = the first chunk is unknown
image-many-chunks = it has more than { $most } chunks
image-many-segments = it has more than { $most } segments
image-marker-missing = a segment does not begin with a marker
image-components = a pixel has { $found } components (at most { $most })
image-samples = a pixel has { $samples } samples of { $bits } bits (at most { $most_samples } of { $most_bits })
image-directory-large = its TIFF header has { $found } fields (at most { $most })
image-directory-type = a number in its TIFF header has an unknown type

## Frames

image-type = Camera { $camera }: found an image of type { $type } and shape { $shape }. Expected 8-bit grey or BGR.
image-time-zone = Camera { $camera }: the capture time { $time } has no time zone.
image-size = Found an image of { $width } x { $height } px and type { $type }. Expected { $expected_width } x { $expected_height } px of type uint8.
image-response = The response curve has { $levels } levels, from { $first } to { $last }. Expected 256 levels that never fall and do not all have the same value.

## Quality, as far as it affects tags

image-blurred-motion = The image is blurred by { DECIMAL($blur, digits: 0) } px in one direction: the camera or the table is moving. Hold it still, or add light and shorten the exposure. Until then, small tags may be missed.
image-blurred = The image is out of focus (edges are { DECIMAL($blur, digits: 0) } px wide). Focus the lens again, or clean it. Until then, small tags may be missed.
image-overexposed = { PERCENT($share) } of the tags' area is overexposed. Shorten the exposure, or turn the lamp away. Until then, small tags may be missed.
image-dark = The image is dark: its contrast is { PERCENT($contrast, digits: 1) } of the possible range. Add light, or lengthen the exposure. Until then, small tags may be missed.
image-shadows = Edges of hard shadows cross { $shaded } of { $tags } tags. Draw a curtain, or soften the lamp. Until then, small tags may be missed.
