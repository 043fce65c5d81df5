"""Mau-Mau as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from rich.panel import Panel
from rich.text import Text

from carteado.cards import SUITS, card
from carteado.games.game import Move
from carteado.games.mau_mau_shapes import MauMauTable
from carteado.terminal.speaker import Language, Speaker, capital

PT: Final = {
    "top": "Na mesa: ",
    "by": " (de {who})",
    "suit": ", pediram {suit}",
    "suit.c": "paus",
    "suit.d": "ouros",
    "suit.h": "copas",
    "suit.s": "espadas",
    "pending": "Setes: {count} cartas para comprar, a não ser que você rebata.",
    "pending.other": "Setes: {count} cartas para comprar.",
    "clockwise": "sentido horário",
    "anticlockwise": "sentido anti-horário",
    "stock": "monte: {stock}, mesa: {pile}",
    "score": "Pontos: {points}",
    "held": "Cartas: {held}",
    "left": "Saíram: {who}.",
    "count": "{who} {count}",
    "move.discard": "descartar {card}",
    "move.discard_suit": "descartar {card} e pedir {suit}",
    "move.draw": "comprar",
    "move.pass_turn": "passar a vez",
    "move.take_sevens": "comprar pelos setes",
    "move.name_suit": "pedir {suit}",
    "move.announce": "MAU-MAU!",
    "move.accuse": "acusar",
    "move.drop": "sair",
    "event.dealt": "Mão {hand}. O primeiro é {who}.",
    "event.turned": "Vira {card}: vale como descarte de {who}.",
    "event.discarded": "{who}: {card}.",
    "event.discarded_suit": "{who}: {card}, e pede {suit}.",
    "event.suit_named": "{who}: peço {suit}.",
    "event.skipped": "{who}: perde a vez.",
    "event.reversed": "A direção inverte: {way}.",
    "event.drew": "{who}: compra {count}.",
    "event.drew.nine": "{who}: compra {count} por causa do nove.",
    "event.drew.sevens": "{who}: compra {count} pelos setes.",
    "event.sevens_taken": "{who}: não rebato, devo {count}.",
    "event.stock_empty": "O monte acabou. Falta a {who} comprar {owed}.",
    "event.drew.fine": "{who}: punição, compra {count}.",
    "event.own": " Veio: {cards}.",
    "event.passed": "{who}: passo.",
    "event.announced": "{who}: MAU-MAU!",
    "event.announced_wrongly": "{who}: MAU-MAU? Não vale.",
    "event.accused": "{who}: acuso {accused}, que não avisou!",
    "event.accused_nobody": "{who}: acuso... mas não há quem acusar.",
    "event.reshuffled": "{count} cartas da mesa são embaralhadas para o monte.",
    "event.left": "{who}: saiu do jogo.",
    "event.hand_ended": "Acabou a mão. Menos pontos: {who}. Nas mãos: {points}. Placar: {score}.",
}
EN: Final = {
    "top": "On the table: ",
    "by": " (by {who})",
    "suit": ", {suit} was asked for",
    "suit.c": "clubs",
    "suit.d": "diamonds",
    "suit.h": "hearts",
    "suit.s": "spades",
    "pending": "Sevens: {count} cards to draw, unless you hit back.",
    "pending.other": "Sevens: {count} cards to draw.",
    "clockwise": "clockwise",
    "anticlockwise": "anticlockwise",
    "stock": "stock: {stock}, pile: {pile}",
    "score": "Points: {points}",
    "held": "Cards: {held}",
    "left": "Gone: {who}.",
    "count": "{who} {count}",
    "move.discard": "discard {card}",
    "move.discard_suit": "discard {card} and ask for {suit}",
    "move.draw": "draw",
    "move.pass_turn": "pass",
    "move.take_sevens": "draw for the sevens",
    "move.name_suit": "ask for {suit}",
    "move.announce": "MAU-MAU!",
    "move.accuse": "accuse",
    "move.drop": "leave",
    "event.dealt": "Hand {hand}. First: {who}.",
    "event.turned": "{card} is turned up: it counts as the discard of {who}.",
    "event.discarded": "{who}: {card}.",
    "event.discarded_suit": "{who}: {card}, and asks for {suit}.",
    "event.suit_named": "{who}: I ask for {suit}.",
    "event.skipped": "{who}: loses the turn.",
    "event.reversed": "The direction turns: {way}.",
    "event.drew": "{who}: draws {count}.",
    "event.drew.nine": "{who}: draws {count} for the nine.",
    "event.drew.sevens": "{who}: draws {count} for the sevens.",
    "event.sevens_taken": "{who}: I do not hit back, I owe {count}.",
    "event.stock_empty": "The stock is empty, {owed} to be drawn by {who}.",
    "event.drew.fine": "{who}: pays with {count} cards.",
    "event.own": " Drawn: {cards}.",
    "event.passed": "{who}: I pass.",
    "event.announced": "{who}: MAU-MAU!",
    "event.announced_wrongly": "{who}: MAU-MAU? That is wrong.",
    "event.accused": "{who}: I accuse {accused}, who did not speak!",
    "event.accused_nobody": "{who}: I accuse... but there is nobody to accuse.",
    "event.reshuffled": "{count} cards of the pile are shuffled into the stock.",
    "event.left": "{who}: left the game.",
    "event.hand_ended": "The hand is over. Fewest points: {who}. Left in hand: {points}. Score: {score}.",
}
WORDS: Final[dict[Language, dict[str, str]]] = {"pt": PT, "en": EN}
FINES: Final = frozenset(("accused", "wrong_accuse", "wrong_announce"))


class MauMauSpeaker(Speaker):
    """Says Mau-Mau."""

    own_words = WORDS

    def table(self, view: Mapping[str, Any]) -> Panel:
        """A whole view."""
        table = cast(MauMauTable, view["table"])
        lines = [self._head(table)]
        if table["top"] is not None:
            lines.append(self._top(table))
        if table["pending"] and table["phase"] == "turn":
            key = "pending" if table["turn"] == self.seat else "pending.other"
            lines.append(Text(self.say(key, count=table["pending"]), style="bold"))
        if table["hand"]:
            held = [(seat, count) for seat, count in enumerate(table["held"]) if seat not in table["out"]]
            lines.append(Text(self.say("held", held=self._counts(held))))
        if table["out"]:
            lines.append(Text(self.say("left", who=", ".join(map(self.who, table["out"])))))
        if self.seat is not None and table["cards"]:
            lines.append(self.cards("your_cards", in_order(table["cards"])))
        if table["turn"] is not None:
            lines.append(Text(self.say("turn", who=self.who(table["turn"]))))
        return Panel(Text("\n").join(lines), expand=False)

    def _head(self, table: MauMauTable) -> Text:
        parts = [self.say("score", points=self._counts(list(enumerate(table["score"]))))]
        if table["hand"]:
            parts.append(self.say("hand", hand=table["hand"]))
        if table["dealer"] is not None:
            parts.append(self.say("dealer", who=self.who(table["dealer"])))
        if table["hand"]:
            parts.append(self._way(table["dir"]))
            parts.append(self.say("stock", stock=table["stock"], pile=table["pile"]))
        return Text(parts[0] + "\n" + " · ".join(parts[1:])) if parts[1:] else Text(parts[0])

    def _top(self, table: MauMauTable) -> Text:
        assert table["top"] is not None
        line = Text(self.say("top")) + self.card(table["top"])
        if table["by"] is not None:
            line += Text(self.say("by", who=self.who(table["by"])))
        if table["suit"] is not None:
            line += Text(self.say("suit", suit=self.say(f"suit.{table['suit']}")), style="bold")
        return line

    def _way(self, way: int) -> str:
        return self.say("clockwise" if way > 0 else "anticlockwise")

    def _counts(self, counts: Sequence[tuple[int, int]]) -> str:
        return ", ".join(self.say("count", who=self.who(seat), count=count) for seat, count in counts)

    def move(self, move: Move, view: Mapping[str, Any]) -> Text:
        """A move in words."""
        words = move.text.split()
        if move.kind == "discard" and len(words) == 3:
            before, after = self.say("move.discard_suit", card="\0", suit=self.say(f"suit.{words[2]}")).split(
                "\0"
            )
            return Text(before) + self.card(words[1]) + Text(after)
        if move.kind == "discard":
            before, after = self.say("move.discard", card="\0").split("\0")
            return Text(before) + self.card(words[1]) + Text(after)
        if move.kind == "name_suit":
            return Text(self.say("move.name_suit", suit=self.say(f"suit.{words[1]}")))
        return Text(self.say(f"move.{move.kind}"))

    def event(self, seen: Mapping[str, Any]) -> Text:
        """An event that this seat has seen."""
        kind = str(seen["event"])
        key = f"event.{kind}"
        facts: dict[str, object] = {"who": self.who(seen["seat"])} if "seat" in seen else {}
        match kind:
            case "first_dealer":
                facts["who"] = self.who(seen["dealer"])
            case "dealt":
                facts = {"hand": seen["hand"], "who": self.who(seen["first"])}
            case "turned":
                return self.with_card(key, seen["card"], who=facts["who"])
            case "discarded":
                if seen["suit"] is None:
                    return self.with_card(key, seen["card"], who=facts["who"])
                suit = self.say(f"suit.{seen['suit']}")
                return self.with_card("event.discarded_suit", seen["card"], who=facts["who"], suit=suit)
            case "suit_named":
                facts["suit"] = self.say(f"suit.{seen['suit']}")
            case "reversed":
                facts["way"] = self._way(seen["dir"])
            case "drew":
                return self._drew(seen)
            case "accused":
                facts["accused"] = self.who(seen["accused"])
            case "reshuffled" | "left" | "sevens_taken":
                facts["count"] = seen["count"]
            case "stock_empty":
                facts["owed"] = seen["owed"]
            case "hand_ended":
                facts = {
                    "who": ", ".join(map(self.who, seen["winners"])),
                    "points": self._counts(list(enumerate(seen["points"]))),
                    "score": self._counts(list(enumerate(seen["score"]))),
                }
            case "match_won":
                key = "event.match_won" if seen["winners"] else "event.drawn"
                facts["who"] = ", ".join(map(self.who, seen["winners"]))
        style = "bold" if kind in ("announced", "accused", "hand_ended", "match_won") else ""
        return Text(capital(self.say(key, **facts)), style=style)

    def _drew(self, seen: Mapping[str, Any]) -> Text:
        """Cards came into a hand; the own ones are told."""
        reason = str(seen["reason"])
        key = "event.drew" if reason == "draw" else f"event.drew.{'fine' if reason in FINES else reason}"
        line = Text(capital(self.say(key, who=self.who(seen["seat"]), count=seen["count"])))
        if "cards" in seen:
            before, after = self.say("event.own", cards="\0").split("\0")
            line += Text(before) + Text(" ").join([self.card(each) for each in seen["cards"]]) + Text(after)
        return line


def in_order(cards: list[str]) -> list[str]:
    """Cards by suit and rank, as a hand is held."""
    return sorted(cards, key=lambda each: (SUITS.index(each[1]), card(each)))
