"""The OpenAPI document of `/api`, made from the structs that the handlers read and write."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from carteado.web import api

_REF: Final = "#/components/schemas/{name}"


def document(version: str) -> dict[str, Any]:
    """The document as plain data."""
    shapes = (
        api.NewIdentity,
        api.NewName,
        api.Me,
        api.GameListing,
        api.OpenTables,
        api.Health,
        api.Problem,
    )
    _, components = msgspec.json.schema_components(shapes, ref_template=_REF)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Carteado",
            "version": version,
            "description": "What is not live. What is live goes over the WebSocket at /ws.",
        },
        "paths": {
            "/api/identity": {
                "post": _operation(
                    "Become a guest; sets the cookie. Who is one already stays who he is.",
                    {200: api.Me, 201: api.Me},
                    (400, 408, 415, 422, 429),
                    body=api.NewIdentity,
                )
            },
            "/api/me": {
                "get": _operation("Who the cookie says you are.", {200: api.Me}, (401,), cookie=True),
                "patch": _operation(
                    "Take another nickname.",
                    {200: api.Me},
                    (400, 401, 408, 415, 422, 429),
                    body=api.NewName,
                    cookie=True,
                ),
            },
            "/api/games": {
                "get": _operation("The catalogue with options and presets.", {200: list[api.GameListing]})
            },
            "/api/tables": {"get": _operation("The public tables.", {200: api.OpenTables})},
            "/api/health": {"get": _operation("Whether the server serves.", {200: api.Health})},
            "/api/openapi.json": {
                "get": {
                    "summary": "This document.",
                    "responses": {
                        "200": {
                            "description": "OK",
                            "content": {"application/json": {"schema": {"type": "object"}}},
                        }
                    },
                }
            },
        },
        "components": {
            "schemas": components,
            "securitySchemes": {"guest": {"type": "apiKey", "in": "cookie", "name": "carteado"}},
        },
    }


_ERRORS: Final = {
    400: "The body is not of its shape: `malformed`.",
    401: "No cookie, or nobody's: `no_identity`.",
    415: "The body is not JSON: `not_json`.",
    422: "Not a nickname: `name_empty`, `name_long`, `name_characters`, `name_robot`.",
    408: "The body did not come: `too_slow`.",
    429: "Too many newcomers from this address: `too_many_identities`; too many names: `too_many_names`.",
}


def _operation(
    summary: str,
    answers: dict[int, Any],
    errors: tuple[int, ...] = (),
    body: Any = None,
    cookie: bool = False,
) -> dict[str, Any]:
    responses: dict[str, Any] = {
        str(status): {"description": "OK", "content": _content(shape)} for status, shape in answers.items()
    }
    for status in errors:
        responses[str(status)] = {"description": _ERRORS[status], "content": _content(api.Problem)}
    responses["default"] = {
        "description": "Not by this name (`bad_host`), not from this page (`bad_origin`), too often "
        "(`too_many_requests`, 429), or an error here.",
        "content": _content(api.Problem),
    }
    operation: dict[str, Any] = {"summary": summary, "responses": responses}
    if body is not None:
        operation["requestBody"] = {"required": True, "content": _content(body)}
    if cookie:
        operation["security"] = [{"guest": []}]
    return operation


def _content(shape: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components((shape,), ref_template=_REF)
    return {"application/json": {"schema": schema}}
