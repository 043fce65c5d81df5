"""Cacheta as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from rich.panel import Panel
from rich.text import Text

from carteado.cards import card
from carteado.games.cacheta_shapes import CachetaTable, MeldSeen
from carteado.games.game import Move
from carteado.terminal.speaker import Language, Speaker, capital

PT: Final = {
    "points": "Pontos: {points}",
    "out": "{who} fora",
    "vira": "Vira: ",
    "wild": "Coringas",
    "no_wild": "sem coringas",
    "pile": "Lixeira ({count}): ",
    "empty": "vazia",
    "stock": "maço: {count}",
    "na_boa": "Na boa: {who}",
    "burned": "Queimado: {who}",
    "window": "{who}: quem fura a fila? ",
    "shown": "{who}: bateu com {number}",
    "thrown": "descarte",
    "move.draw_stock": "comprar do maço",
    "move.draw_discard": "comprar da lixeira",
    "move.discard": "descartar {card}",
    "move.bater": "bater",
    "move.bater_with": "bater e descartar {card}",
    "move.furar": "furar a fila",
    "move.let_pass": "deixar passar",
    "move.announce_boa": "anunciar: na boa",
    "event.dealt": "Mão {hand}. Vira {card}. Começa: {who}.",
    "event.drew": "{who}: compra do maço.",
    "event.drew_card": "{who}: compra {card}.",
    "event.took": "{who}: compra {card} da lixeira.",
    "event.discarded": "{who}: descarta {card}.",
    "event.announced": "{who}: na boa!",
    "event.window": "A carta pode ser pedida por: {who}.",
    "event.answered": "{who}: respondeu.",
    "event.passed": "{who}: deixa passar.",
    "event.burned": "{who}: não bateu, queimado.",
    "event.claim_dismissed": "{who}: não bate com essa carta.",
    "event.stock_empty": "O maço acabou.",
    "event.reshuffled": "A lixeira foi embaralhada: {count} cartas no maço.",
    "event.went_out": "{who}: bate com {number}!",
    "event.hand_won": "Pontos: {points}.",
    "event.hand_void": "O maço acabou de vez: ninguém perde pontos.",
    "event.fell": " Fora: {who}.",
    "event.hands_shown": "As outras mãos foram mostradas.",
}
EN: Final = {
    "points": "Points: {points}",
    "out": "{who} out",
    "vira": "Vira: ",
    "wild": "Wild",
    "no_wild": "no wild cards",
    "pile": "Discards ({count}): ",
    "empty": "none",
    "stock": "stock: {count}",
    "na_boa": "Na boa: {who}",
    "burned": "Burned: {who}",
    "window": "{who}: who jumps the queue? ",
    "shown": "{who}: out with {number}",
    "thrown": "discard",
    "move.draw_stock": "draw from the stock",
    "move.draw_discard": "take the discard",
    "move.discard": "discard {card}",
    "move.bater": "go out",
    "move.bater_with": "go out and discard {card}",
    "move.furar": "jump the queue",
    "move.let_pass": "let it pass",
    "move.announce_boa": "announce: na boa",
    "event.dealt": "Hand {hand}. Vira {card}. To begin: {who}.",
    "event.drew": "{who}: draws.",
    "event.drew_card": "{who}: draws {card}.",
    "event.took": "{who}: takes {card}.",
    "event.discarded": "{who}: discards {card}.",
    "event.announced": "{who}: na boa!",
    "event.window": "The card may be claimed by: {who}.",
    "event.answered": "{who}: has answered.",
    "event.passed": "{who}: lets it pass.",
    "event.burned": "{who}: not out, burned.",
    "event.claim_dismissed": "{who}: not out with this card.",
    "event.stock_empty": "The stock is empty.",
    "event.reshuffled": "The discards are shuffled: {count} cards in the stock.",
    "event.went_out": "{who}: out with {number}!",
    "event.hand_won": "Points: {points}.",
    "event.hand_void": "The stock is empty for good: nobody loses points.",
    "event.fell": " Out: {who}.",
    "event.hands_shown": "The other hands are shown.",
}
WORDS: Final[dict[Language, dict[str, str]]] = {"pt": PT, "en": EN}
WITH_CARD: Final = frozenset(("took", "discarded"))


class CachetaSpeaker(Speaker):
    """Says Cacheta."""

    own_words = WORDS

    def table(self, view: Mapping[str, Any]) -> Panel:
        """A whole view."""
        table = cast(CachetaTable, view["table"])
        lines = [self._head(table)]
        if table["vira"] is not None:
            lines += [self._vira(table), self._piles(table)]
        for key, seats in (("na_boa", table["na_boa"]), ("burned", table["burned"])):
            if seats:
                lines.append(Text(self.say(key, who=self._all(seats))))
        window = table["window"]
        if window is not None:
            line = Text(capital(self.say("window", who=self._all(window["seats"]))), style="bold")
            lines.append(line + self.card(window["card"]))
        shown = table["shown"]
        if shown is not None:
            said = self.say("shown", who=self.who(shown["seat"]), number=shown["going_out"])
            lines.append(Text(capital(said), style="bold"))
            lines += [self._meld(meld) for meld in shown["melds"]]
            if shown["discard"] is not None:
                lines.append(self.cards("thrown", [shown["discard"]]))
        if self.seat is not None and table["cards"]:
            lines.append(self.cards("your_cards", in_order(table["cards"])))
        if table["turn"] is not None:
            lines.append(Text(self.say("turn", who=self.who(table["turn"]))))
        return Panel(Text("\n").join(lines), expand=False)

    def _all(self, seats: list[int]) -> str:
        return ", ".join(map(self.who, seats))

    def _points(self, points: list[int]) -> str:
        return " · ".join(f"{self.who(seat)} {number}" for seat, number in enumerate(points))

    def _head(self, table: CachetaTable) -> Text:
        parts = [self.say("points", points=self._points(table["points"]))]
        if table["hand"]:
            parts.append(self.say("hand", hand=table["hand"]))
        if table["dealer"] is not None:
            parts.append(self.say("dealer", who=self.who(table["dealer"])))
        return Text(" · ".join(parts))

    def _vira(self, table: CachetaTable) -> Text:
        line = Text(self.say("vira")) + self.card(table["vira"] or "X") + Text(" · ")
        return line + (self.cards("wild", table["wild"]) if table["wild"] else Text(self.say("no_wild")))

    def _piles(self, table: CachetaTable) -> Text:
        line = Text(self.say("pile", count=table["pile"]))
        top = table["pile_top"]
        line += Text(self.say("empty")) if top is None else self.card(top)
        return line + Text(" · " + self.say("stock", count=table["stock"]))

    def _meld(self, meld: MeldSeen) -> Text:
        line = Text("   ")
        for each, face in zip(meld["cards"], meld["stands"], strict=True):
            line += Text("  ") + self.card(each)
            if face is not None:
                line += Text("=") + self.card(face)
        return line

    def move(self, move: Move, view: Mapping[str, Any]) -> Text:
        """A move in words."""
        key = f"move.{move.kind}"
        if move.card < 0:
            return Text(self.say(key))
        before, after = self.say("move.bater_with" if move.kind == "bater" else key, card="\0").split("\0")
        return Text(before) + self.card(move.text.split()[1]) + Text(after)

    def event(self, seen: Mapping[str, Any]) -> Text:
        """An event that this seat has seen."""
        kind = str(seen["event"])
        key = f"event.{kind}"
        if kind in WITH_CARD:
            return self.with_card(key, seen["card"], who=self.who(seen["seat"]))
        if kind == "drew" and seen["card"] != "X":
            return self.with_card("event.drew_card", seen["card"], who=self.who(seen["seat"]))
        if kind == "dealt":
            return self.with_card(key, seen["vira"], hand=seen["hand"], who=self.who(seen["leader"]))
        facts: dict[str, object] = {}
        after = ""
        match kind:
            case "first_dealer":
                facts["who"] = self.who(seen["dealer"])
            case "window":
                facts["who"] = self._all(seen["seats"])
            case "reshuffled":
                facts["count"] = seen["stock"]
            case "went_out":
                facts = {"who": self.who(seen["seat"]), "number": seen["going_out"]}
            case "hand_won":
                facts["points"] = self._points(seen["points"])
                after = self.say("event.fell", who=self._all(seen["fell"])) if seen["fell"] else ""
            case "match_won":
                key = "event.match_won" if seen["winners"] else "event.drawn"
                facts["who"] = self._all(seen["winners"])
            case "drew" | "announced" | "answered" | "passed" | "burned" | "claim_dismissed":
                facts["who"] = self.who(seen["seat"])
        style = "bold" if kind in ("announced", "went_out", "hand_won", "match_won") else ""
        return Text(capital(self.say(key, **facts)) + after, style=style)


def in_order(cards: list[str]) -> list[str]:
    """Cards by suit and rising, as a hand is held."""
    return sorted(cards, key=lambda each: (card(each) & 3, card(each)))
