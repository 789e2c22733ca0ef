"""Rule for models: no float field may be NaN, which a check such as `value > limit` lets pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from pydantic import BaseModel

from tools.check.files import PACKAGES

BOUNDS = frozenset({"gt", "ge", "lt", "le"})


def find() -> list[str]:
    """Return the fields of all models that accept NaN; pydantic rejects it for bounded fields and `FiniteFloat`."""
    for package in PACKAGES:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.endswith(".__main__"):
                import_module(module.name)
    return [
        f"{model.__module__}.{model.__name__}: {name}: use FiniteFloat, bounds, or allow_inf_nan=False"
        for model in sorted(_models(BaseModel), key=lambda model: (model.__module__, model.__name__))
        for name in unguarded_fields(model)
    ]


def _models(model: type[BaseModel]) -> set[type[BaseModel]]:
    below = {other for each in model.__subclasses__() for other in _models(each)}
    return below | ({model} if model.__module__.partition(".")[0] in PACKAGES else set())


def unguarded_fields(model: type[BaseModel]) -> list[str]:
    """Return the fields of a model that accept NaN; nested models and dataclasses are not searched."""
    if model.model_config.get("allow_inf_nan") is False:
        return []
    schema: Mapping[str, Any] = model.__pydantic_core_schema__
    shared = {each["ref"]: each for each in schema.get("definitions", ())}
    while "fields" not in schema:
        schema = schema["schema"]
    return [
        name
        for name, field in schema["fields"].items()
        if any(_accepts_nan(number) for number in _numbers(field["schema"], shared))
    ]


def _accepts_nan(number: Mapping[str, Any]) -> bool:
    return bool(number.get("allow_inf_nan", True)) and not BOUNDS & number.keys()


def _numbers(schema: Any, shared: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the schemas of the floats in a field's value."""
    if isinstance(schema, list | tuple):
        for each in schema:
            yield from _numbers(each, shared)
    elif isinstance(schema, Mapping):
        kind = schema.get("type")
        if kind == "float":
            yield schema
        elif kind == "definition-ref" and schema["schema_ref"] in shared:
            rest = {ref: each for ref, each in shared.items() if ref != schema["schema_ref"]}
            yield from _numbers(shared[schema["schema_ref"]], rest)
        elif kind not in {"model", "dataclass"}:
            for name in ("schema", "items_schema", "keys_schema", "values_schema"):
                yield from _numbers(schema.get(name), shared)
            choices = schema.get("choices", ())
            yield from _numbers(list(choices.values()) if isinstance(choices, Mapping) else choices, shared)
