"""A whole game as one document, for other tools."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict

from referee.game.engine.timeline import PublicEntry
from web.contract.views import VERSION, View


class GameDocument(View):
    """A whole game: its edition and every event, the first one first."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "version": 1,
                    "edition": "kt24",
                    "events": [
                        {
                            "sequence": 7,
                            "id": "undo-7",
                            "cause": 7,
                            "edition": "kt24",
                            "kind": "undo",
                            "data": {"by": "any"},
                        }
                    ],
                }
            ]
        }
    )

    version: Literal[1] = VERSION
    edition: str
    events: tuple[PublicEntry, ...]
