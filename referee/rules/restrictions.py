"""What an activation so far excludes: the same action twice, and moves that do not go together.

Rules C24-06, D24-03, D24-05, D24-06, D24-08, C21-03, D21-01, D21-04 to D21-06.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.rules.edition import ActionSpec
from referee.rules.ruling import Finding, RuleId

Actions = Mapping[str, ActionSpec]


def counted_as(action: str, actions: Actions) -> frozenset[str]:
    """Return the names that an action goes by: its own, and those of all that it is treated as.

    An action that is not in the table, as a team's own, counts as itself alone.
    """
    names: list[str] = []
    following: str | None = action
    while following is not None and following not in names:
        names.append(following)
        spec = actions.get(following)
        following = spec.treated_as if spec is not None else None
    return frozenset(names)


def repeated(spec: ActionSpec, performed: Iterable[str], actions: Actions) -> tuple[str, ...]:
    """Return which of these are the same action, by name or by what it is treated as (rules C24-06, C21-03)."""
    if spec.repeatable:
        return ()
    own = counted_as(spec.name, actions)
    return tuple(done for done in performed if counted_as(done, actions) & own)


def excluded_by(spec: ActionSpec, performed: Iterable[str], actions: Actions) -> tuple[str, ...]:
    """Return the actions done in these that exclude this one (rules D24-03 to D24-08, D21-01 to D21-06).

    An action treated as another is excluded by what excludes that one, too.
    """
    likes = (actions[name] for name in counted_as(spec.name, actions) if name in actions)
    bars = spec.bars.union(*(like.bars for like in likes))
    return tuple(done for done in performed if counted_as(done, actions) & bars)


def restrictions(
    spec: ActionSpec, performed: Iterable[str], actions: Actions, *, once: RuleId, goes_on: bool = False
) -> tuple[Finding, ...]:
    """Return a finding that fails for each action done that excludes this one: none where it may be performed.

    `once` is the rule of the edition that an action is not repeated; one that `goes_on` after a pause does not
    repeat itself (rule I24-14).
    """
    done = tuple(performed)
    if not done:
        return ()
    again = () if goes_on else repeated(spec, done, actions)
    return (
        *(Finding.fact(once, False, f"{each} was already performed and counts as it") for each in again),
        *(
            Finding.fact(spec.rule, False, f"{spec.name} cannot follow {each} in one activation")
            for each in excluded_by(spec, done, actions)
        ),
    )
