"""How Home Assistant finds the tables of a hall: a message of its MQTT discovery for each, off unless asked for.

The form is that of device discovery (Home Assistant 2024.11 and later): one retained message a device, with its parts.
"""

from __future__ import annotations

import json
from typing import Any

from venue.topics import MessageKind, Topic

PREFIX = "homeassistant"

_SENSORS = {
    "phase": ("Phase", "{{ value_json.phase }}", "mdi:flag-outline"),
    "turning_point": ("Turning point", "{{ value_json.turning_point }}", "mdi:counter"),
    "p1": ("Points of player 1", "{{ value_json.sides[0].vp if value_json.sides else 0 }}", "mdi:numeric-1-box"),
    "p2": ("Points of player 2", "{{ value_json.sides[1].vp if value_json.sides else 0 }}", "mdi:numeric-2-box"),
}
_TRUE_OF_STATE = {
    "ended": ("Game ended", "{{ value_json.ended }}", None),
    "trouble": ("Trouble", "{{ value_json.trouble | length > 0 }}", "problem"),
}


def discovery(table: str) -> tuple[str, bytes]:
    """Return the topic and the message that introduce a table; both follow the table's own topics."""
    name = f"overlook_{table}"
    state = str(Topic(table, MessageKind.STATE))
    parts: dict[str, dict[str, Any]] = {
        key: {
            "platform": "sensor",
            "unique_id": f"{name}_{key}",
            "name": title,
            "icon": icon,
            "state_topic": state,
            "value_template": template,
        }
        for key, (title, template, icon) in _SENSORS.items()
    }
    for key, (title, template, kind) in _TRUE_OF_STATE.items():
        parts[key] = {
            "platform": "binary_sensor",
            "unique_id": f"{name}_{key}",
            "name": title,
            "state_topic": state,
            "value_template": template,
            "payload_on": "True",
            "payload_off": "False",
            **({"device_class": kind} if kind is not None else {}),
        }
    document = {
        "device": {"identifiers": [name], "name": f"Overlook {table}", "manufacturer": "Overlook"},
        "origin": {"name": "Overlook"},
        "components": parts,
        "availability_topic": str(Topic(table, MessageKind.PRESENCE)),
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
    }
    return f"{PREFIX}/device/{name}/config", json.dumps(document).encode()
