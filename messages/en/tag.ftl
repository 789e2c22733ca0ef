### Tags: dictionaries, and tags found in an image

tag-dictionary-expected = Expected the name of an OpenCV dictionary, for example DICT_ARUCO_MIP_36h12.
tag-dictionary-unknown = There is no tag dictionary { QUOTE($found) }. Use { LIST($known, last: "or") }.
tag-corners-shape = Tag { $tag }: found corners of shape { $corners } and a covariance of shape { $covariance }. Expected (4, 2) and (8, 8).
tag-corners-finite = Tag { $tag }: the corners { $corners } or their covariance contain a value that is not a finite number.
tag-rim-shape = Rim of a base: found a centre of shape { $centre } and a covariance of shape { $covariance }. Expected (2,) and (2, 2).
tag-rim-finite = Rim of a base: the centre { $centre } or its covariance contains a value that is not a finite number.
# $name is a field: mount_mm, mount_deg and so on.
tag-tolerance-negative = Tolerance { $name }: found { $found }. Expected a finite number of at least 0.

## Tags that are not used

tag-copies = Tag { $tag } is in the image { $copies } times and is ignored. Remove the copies.
tag-board-displaced = { $count ->
    [one] Board tag { LIST($tags) } is not where the catalogue says, and is ignored.
   *[other] Board tags { LIST($tags) } are not where the catalogue says, and are ignored.
 }
tag-foreign = { $count ->
    [one] Tag { LIST($tags) } is not in the catalogue and is ignored. Add the thing that carries it, or take it off the table.
   *[other] Tags { LIST($tags) } are not in the catalogue and are ignored. Add the things that carry them, or take them off the table.
 }
