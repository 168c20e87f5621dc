"""A plain page of the API, made from its OpenAPI document; it needs no script and no other site."""

import json
from html import escape
from typing import Any

BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "maxLength", "enum")


def docs_page(document: dict[str, Any]) -> str:
    parts = [
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>Orchard API</title>",
        '<meta name=viewport content="width=device-width">',
        *(f"<link rel=stylesheet href=/css/{name}.css>" for name in ("base", "cards", "docs")),
        "</head><body class=docs><main>",
        f"<h1>{escape(document['info']['title'])} API</h1>",
    ]
    parts += [f"<p>{_prose(block)}</p>" for block in document["info"]["description"].split("\n\n")]
    parts.append("<p>The same as data: <a href=/api/openapi.json>/api/openapi.json</a></p>")
    schemas = document.get("components", {}).get("schemas", {})
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<section><h2><code>{escape(method.upper())} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(operation.get('summary', ''))}</p>")
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            name = body.get("$ref", "").rsplit("/", 1)[-1]
            if name in schemas:
                parts.append(_fields(schemas[name]))
            parts.append("</section>")
    return "".join(parts) + "</main></body></html>"


def _prose(text: str) -> str:
    pieces = escape(text).replace("**", "").split("`")
    return "".join(f"<code>{piece}</code>" if n % 2 else piece for n, piece in enumerate(pieces))


def _fields(schema: dict[str, Any]) -> str:
    rows = []
    required = schema.get("required", [])
    for name, field in schema.get("properties", {}).items():
        kinds = field.get("anyOf", [field])
        kind = " or ".join(str(entry.get("type", entry.get("enum", ""))) for entry in kinds)
        bounds = {key: value for entry in kinds for key, value in entry.items() if key in BOUNDS}
        default = "required" if name in required else f"default {json.dumps(field.get('default'))}"
        cells = map(escape, (kind, default, json.dumps(bounds), field.get("description", "")))
        rows.append(f"<tr><td><code>{escape(name)}</code></td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    head = "<tr><th>field<th>type<th>default<th>bounds<th>meaning</tr>"
    return f"<table>{head}{''.join(rows)}</table>"
