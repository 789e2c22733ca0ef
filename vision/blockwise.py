"""How much the misfits of neighbouring pixels pull together: what no model of single pixels' noise can say."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Single = NDArray[np.float32]

BLOCK_MODULES = 2
"""Pixels of blocks so wide are thought to err together, those of different blocks not."""


def pull_by_blocks(jacobian: Single, pull: Single, u: Single, v: Single) -> NDArray[np.float64]:
    """Return the covariance, (k, k), of the sum of what pixels pull at k unknowns, block by block over the tag.

    `jacobian` is (k, n), `pull` each pixel's weighed misfit, (n,), `u` and `v` its place in modules. Shade, dirt, paper
    and a picture's own coding leave misfits that share a sign over a module or two; taken for noise of single pixels
    they would average out (the cluster-robust form of the sandwich).
    """
    columns = np.floor((u + 0.5) / BLOCK_MODULES).astype(np.intp)
    rows = np.floor((v + 0.5) / BLOCK_MODULES).astype(np.intp)
    columns, rows = columns - columns.min(), rows - rows.min()
    block = rows * (int(columns.max()) + 1) + columns
    members = (block[None] == np.unique(block)[:, None]).astype(np.float32)
    sums = (members @ (jacobian * pull).T).astype(np.float64)
    count = len(sums)
    return np.asarray(sums.T @ sums * (count / max(count - 1, 1)))


def beyond(expected: NDArray[np.float64], found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by how much covariances found, (t, k, k), exceed those expected, in the directions in which they do."""
    values, vectors = np.linalg.eigh(expected)
    roots = np.sqrt(np.maximum(values, 1e-9 * values[:, -1:] + 1e-30))
    outward = vectors * roots[:, None]
    inward = (vectors / roots[:, None]).transpose(0, 2, 1)
    ratios, directions = np.linalg.eigh(inward @ found @ inward.transpose(0, 2, 1))
    spokes = outward @ directions
    return np.asarray((spokes * np.maximum(ratios - 1, 0)[:, None]) @ spokes.transpose(0, 2, 1))
