"""The messages of the wire: what is let in, and the front end's types made from the same structs."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from carteado.games import GAMES
from carteado.room import messages
from carteado.web import wire

WIRE_TS = Path(__file__).parents[2] / "web" / "src" / "lib" / "wire.ts"


def test_the_front_ends_types_are_generated_from_the_present_messages() -> None:
    assert WIRE_TS.read_text(encoding="utf-8") == wire.typescript(), (
        "stale: python -m carteado.web.wire > web/src/lib/wire.ts"
    )


def test_every_message_has_an_interface_with_its_tag() -> None:
    text = wire.typescript()
    for each in get_args(messages.AnyCommand):
        config = each.__struct_config__
        assert f'export interface {each.__name__} {{\n  do: "{config.tag}";' in text
        assert config.forbid_unknown_fields
    for each in get_args(messages.AnyAnswer):
        assert f'export interface {each.__name__} {{\n  is: "{each.__struct_config__.tag}";' in text


def test_every_game_has_a_view_that_the_page_can_tell_by_its_id() -> None:
    assert [game for family in wire.FAMILIES for game in family.games] == list(GAMES)
    text = wire.typescript()
    for family in wire.FAMILIES:
        games = " | ".join(f'"{game}"' for game in family.games)
        assert (
            f"export interface {family.name}View {{\n  game: {games};\n  table: {family.name}Table;" in text
        )
    union = re.search(r"export type GameView = (.*);", text)
    assert union is not None
    assert union[1].split(" | ") == [f"{family.name}View" for family in wire.FAMILIES]


def test_no_two_shapes_share_a_name() -> None:
    names = re.findall(r"^export (?:interface|type) (\w+)", wire.typescript(), re.M)
    assert len(names) == len(set(names))


def test_a_command_comes_back_as_its_struct() -> None:
    read = wire.decode('{"do":"move","id":"a1","table":"abcd","decision":3,"move":"play 4c"}')
    assert read == messages.Play(id="a1", table="abcd", decision=3, move="play 4c")


@pytest.mark.parametrize(
    ("text", "ident"),
    [
        ("", "?"),
        ("null", "?"),
        ("[]", "?"),
        ("{", "?"),
        ('{"do":"ping"}', "?"),
        ('{"do":"ping","id":7}', "?"),
        ('{"do":"ping","id":""}', "?"),
        ('{"do":"ping","id":"a b"}', "?"),
        ('{"do":"ping","id":"' + "a" * 41 + '"}', "?"),
        ('{"do":"ping","id":"a\\n"}', "?"),
        ('{"do":"leave","id":"a","table":"abcd\\n"}', "a"),
        ('{"do":"say","id":"a","table":"abcd","phrase":"nice\\n"}', "a"),
        ('{"do":"nothing","id":"a"}', "a"),
        ('{"do":"ping","id":"a","more":1}', "a"),
        ('{"do":"move","id":"a","table":"abcd","decision":true,"move":"run"}', "a"),
        ('{"do":"move","id":"a","table":"abcd","decision":-1,"move":"run"}', "a"),
        ('{"do":"move","id":"a","table":"abcd","decision":1.5,"move":"run"}', "a"),
        ('{"do":"move","id":"a","table":"abcd","decision":1e99,"move":"run"}', "a"),
        ('{"do":"move","id":"a","table":"../..","decision":1,"move":"run"}', "a"),
        ('{"do":"quick","id":"a","game":"truco_paulista","seats":4,"options":{"x":[1]}}', "a"),
        ('{"do":"quick","id":"a","game":"truco_paulista","seats":4,"options":{"x":1.5}}', "a"),
        ('{"do":"lobby","id":"a","on":"yes"}', "a"),
        ('{"id":"a","do":' + "[" * 1900 + "]" * 1900 + "}", "?"),
        ("[" * 4000, "?"),
    ],
)
def test_what_is_no_command_is_malformed_and_keeps_its_id_where_it_has_one(text: str, ident: str) -> None:
    with pytest.raises(wire.Malformed) as caught:
        wire.decode(text)
    assert caught.value.id == ident
    with pytest.raises(wire.Malformed):
        wire.decode(text.encode() + b"\xff")


def test_answers_carry_every_field() -> None:
    sent = msgspec.json.decode(wire.encode(messages.Done(id="a")))
    assert sent == {"is": "done", "id": "a", "table": None, "decision": None}


@pytest.mark.parametrize("length", [0, 80, 125, 126, 200, 3000, 65_535, 65_536, 70_000, 10])
def test_a_frame_is_a_whole_text_of_the_right_length(length: int) -> None:
    """RFC 6455, 5.2: one octet of length up to 125, two more up to 65,535, eight more beyond."""
    empty = len(wire.encode(messages.Bye(reason="")))
    message = messages.Bye(reason="x" * max(0, length - empty))
    data = wire.encode(message)
    framed = wire.frame(message)
    assert framed[0] == 0x81
    if len(data) < 126:
        head, told = 2, framed[1]
    elif len(data) < 65_536:
        head, told = 4, int.from_bytes(framed[2:4], "big")
        assert framed[1] == 126
    else:
        head, told = 10, int.from_bytes(framed[2:10], "big")
        assert framed[1] == 127
    assert told == len(data)
    assert framed[head:] == data
