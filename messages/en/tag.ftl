### Tags: dictionaries, and tags found in an image

tag-dictionary-expected = Expected the name of an OpenCV dictionary, for example DICT_ARUCO_MIP_36h12.
tag-dictionary-unknown = There is no tag dictionary { QUOTE($found) }. Use { LIST($known, last: "or") }.
tag-corners-shape = Tag { $tag }: found corners of shape { $corners } and a covariance of shape { $covariance }. Expected (4, 2) and (8, 8).
tag-corners-finite = Tag { $tag }: the corners { $corners } or their covariance contain a value that is not a finite number.
tag-rim-shape = Rim of a base: found a centre of shape { $centre } and a covariance of shape { $covariance }. Expected (2,) and (2, 2).
tag-rim-finite = Rim of a base: the centre { $centre } or its covariance contains a value that is not a finite number.
# $name is a field: mount_mm, mount_deg and so on.
tag-tolerance-negative = Tolerance { $name }: found { $found }. Expected a finite number of at least 0.
