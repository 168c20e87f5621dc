"""Frozen values as JSON takes them."""

from dataclasses import fields, is_dataclass
from typing import Any


def plain(record: Any) -> dict[str, Any]:
    """The fields of a dataclass, in their order: tuples as lists, records in them by their own `as_json`, if any."""
    return {field.name: _plain_value(getattr(record, field.name)) for field in fields(record)}


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain_value(one) for one in value]
    if is_dataclass(value):
        return value.as_json() if hasattr(value, "as_json") else plain(value)
    return value
