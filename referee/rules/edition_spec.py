"""An edition put together: its imprint and its tables, and the ports filled as its open questions are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from referee.rules.dice.rules import DiceRules
from referee.rules.edition import (
    ActionSpec,
    Edition,
    Engagement,
    Killzone,
    Markers,
    Movement,
    SightPolicy,
    Spread,
    SupportReach,
    as_said,
)
from referee.rules.options import DROP_ZONE, WHOLLY, Option, note, settled
from referee.rules.ruling import RuleId
from referee.rules.set_up import SetUpRules
from referee.rules.stats import StatRules


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """What an edition is called, and the id of its rule that no action is done twice."""

    id: str
    year: str
    title: str
    rule_of_restriction: RuleId


@dataclass(frozen=True, slots=True)
class EditionTables:
    """What an edition prints, however its open questions are read."""

    actions: Mapping[str, ActionSpec]
    set_up: SetUpRules
    killzones: Mapping[str, Killzone]
    options: Mapping[str, Option]
    spread: Spread
    support_reach: SupportReach = as_said
    stats: StatRules = field(default_factory=StatRules)


@dataclass(frozen=True, slots=True)
class EditionPorts:
    """The ports that depend on how the edition's open questions are read."""

    engagement: Engagement
    movement: Movement
    sight: SightPolicy
    markers: Markers
    dice: DiceRules
    spreads: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EditionSpec:
    """An edition as it is printed; `ports` fills its ports by the readings of its options."""

    imprint: EditionInfo
    tables: EditionTables
    ports: Callable[[Mapping[str, str]], EditionPorts]
    default: Edition = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "default", self.read({}))

    def read(self, chosen: Mapping[str, str]) -> Edition:
        """Return the edition with these readings; the others are the defaults."""
        readings = settled(self.tables.options, chosen)
        ports, tables, imprint = self.ports(readings), self.tables, self.imprint
        zone = note(DROP_ZONE, readings[DROP_ZONE])
        return Edition(
            id=imprint.id,
            year=imprint.year,
            title=imprint.title,
            engagement=ports.engagement,
            movement=ports.movement,
            sight=ports.sight,
            markers=ports.markers,
            spreads=ports.spreads,
            actions=tables.actions,
            dice=ports.dice,
            set_up=replace(tables.set_up, wholly=readings[DROP_ZONE] == WHOLLY, zone_note=zone),
            rule_of_restriction=imprint.rule_of_restriction,
            killzones=tables.killzones,
            options=tables.options,
            spread=tables.spread,
            readings=readings,
            build=self.read,
            support_reach=tables.support_reach,
            stats=tables.stats,
        )
