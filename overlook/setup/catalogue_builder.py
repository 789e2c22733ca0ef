"""What the camera looks for while a table is set up: the board, and everything that was said so far."""

from __future__ import annotations

from collections.abc import Collection

from calibration.catalogue import Catalogue, OperativeEntry, TerrainEntry, ThingTag, parse_catalogue
from overlook.setup.draft import Draft
from overlook.setup.mission import marker_entries, token_entries


def catalogue_of(draft: Draft, bare: Catalogue, laid: Collection[str]) -> Catalogue:
    """Return what carries which tag; a tag that two things claim is the first one's until that is settled.

    `laid` are the kinds of markers that an action brings into play: their tokens may lie ready.
    """
    taken = set(bare.tag_ids)

    def own(tags: tuple[ThingTag, ...]) -> tuple[ThingTag, ...]:
        kept = tuple(tag for tag in tags if tag.id not in taken)
        taken.update(tag.id for tag in kept)
        return kept

    operatives: list[OperativeEntry] = []
    for _, base in draft.bases:
        tags = own(base.entry.tags)
        operatives.append(base.entry.model_copy(update={"tags": tags}))
    terrain: list[TerrainEntry] = []
    for piece in draft.pieces:
        terrain += [entry.model_copy(update={"tags": own(entry.tags)}) for entry in piece.entries]
    markers = [entry.model_copy(update={"tags": own(entry.tags)}) for entry in marker_entries(draft)]
    markers += [entry for entry in token_entries(laid) if own(entry.tags)]
    document = bare.model_dump(mode="json")
    document["operatives"] = [entry.model_dump(mode="json") for entry in operatives]
    document["terrain"] = [entry.model_dump(mode="json") for entry in terrain]
    document["markers"] = [entry.model_dump(mode="json") for entry in markers]
    return parse_catalogue(document, source="the set-up")
