"""Tags as careful hands glue them: a little beside and a little askew from what the catalogue says."""

from __future__ import annotations

import numpy as np

from calibration.catalogue import Catalogue, ThingTag


def loosely_mounted(
    catalogue: Catalogue, *, sigma_mm: float = 0.15, sigma_deg: float = 0.5, seed: int = 0
) -> Catalogue:
    """Return the catalogue as it is in truth when every tag on a thing was glued with an error.

    The tag's place errs by `sigma_mm` in x and in y, its angle about its own middle by `sigma_deg`, both normal; the
    board's tags are printed and do not err. Draw this one and measure with the other.
    """
    rng = np.random.default_rng(seed)

    def glued(tag: ThingTag) -> ThingTag:
        x, y, z = tag.offset_mm
        beside = rng.normal(0.0, sigma_mm, 2)
        askew = float(rng.normal(0.0, sigma_deg))
        offset = (x + float(beside[0]), y + float(beside[1]), z)
        return tag.model_copy(update={"offset_mm": offset, "angle_deg": tag.angle_deg + askew})

    changed = {
        kind: tuple(
            thing.model_copy(update={"tags": tuple(glued(tag) for tag in thing.tags)})
            for thing in getattr(catalogue, kind)
        )
        for kind in ("operatives", "terrain", "markers")
    }
    return catalogue.model_copy(update=changed)
