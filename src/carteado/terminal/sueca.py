"""Sueca as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from rich.panel import Panel
from rich.text import Text

from carteado.cards import SUITS, card
from carteado.games.game import Move
from carteado.games.sueca_cards import HEIGHT
from carteado.games.sueca_shapes import SuecaTable, SuecaTrick
from carteado.terminal.speaker import Language, Speaker, capital

PT: Final = {
    "deal": "partida {hand}",
    "target": "até {target}",
    "carry": "acumulado {carry}",
    "trump": "trunfo {trump}",
    "trump.c": "paus",
    "trump.d": "ouros",
    "trump.h": "copas",
    "trump.s": "espadas",
    "trump_card": " ({who}: ",
    "table": "Na mesa",
    "last": "Última rodada",
    "rodadas": "Rodadas: {us} × {them}",
    "points": "Pontos: {us} × {them}",
    "shown": "Baixou o jogo, com {points} pontos: {who}",
    "move.lay_down": "baixar o jogo (dar as cartas de novo)",
    "event.dealt": "Partida {hand}. Trunfo: {trump}. Sai jogando: {who}.",
    "event.dealt_again": "As cartas são dadas de novo. Trunfo: {trump}. Sai jogando: {who}.",
    "event.trick_won": "Rodada de {who}.",
    "event.laid_down": "{who}: baixo o jogo, {points} pontos.",
    "event.hand_won": "{cards} em pontos. {points} para {who}. Placar: {score}.",
    "event.hand_swept": "Bandeirada de {who}! Placar: {score}.",
    "event.hand_drawn": "Empate, 60 a 60. Acumulado: {carry}.",
}
EN: Final = {
    "deal": "deal {hand}",
    "target": "to {target}",
    "carry": "carried {carry}",
    "trump": "trump {trump}",
    "trump.c": "clubs",
    "trump.d": "diamonds",
    "trump.h": "hearts",
    "trump.s": "spades",
    "trump_card": " ({who}: ",
    "table": "On the table",
    "last": "Last trick",
    "rodadas": "Tricks: {us} : {them}",
    "points": "Points: {us} : {them}",
    "shown": "Laid down, with {points} points: {who}",
    "move.lay_down": "lay the hand down (deal again)",
    "event.dealt": "Deal {hand}. Trump: {trump}. To lead: {who}.",
    "event.dealt_again": "Dealt again. Trump: {trump}. To lead: {who}.",
    "event.trick_won": "The trick goes to {who}.",
    "event.laid_down": "{who}: I lay my hand down, {points} points.",
    "event.hand_won": "{cards} in points. {points} for {who}. Score: {score}.",
    "event.hand_swept": "All ten tricks for {who}! Score: {score}.",
    "event.hand_drawn": "A draw, 60 to 60. Carried: {carry}.",
}
WORDS: Final[dict[Language, dict[str, str]]] = {"pt": PT, "en": EN}


class SuecaSpeaker(Speaker):
    """Says Sueca."""

    own_words = WORDS

    def table(self, view: Mapping[str, Any]) -> Panel:
        """A whole view."""
        table = cast(SuecaTable, view["table"])
        lines = [self._head(table)]
        if table["trump"] is not None and table["phase"] != "match_over":
            lines.append(self._trump(table))
        if table["last_trick"] is not None:
            lines.append(self._trick("last", table["last_trick"]))
        if table["turn"] is not None:
            lines.append(self._trick("table", table["trick"]))
        if table["hand"]:
            us, them = self.score(table["tricks"])
            lines.append(Text(self.say("rodadas", us=us, them=them)))
        if table["points"] is not None:
            us, them = self.score(table["points"])
            lines.append(Text(self.say("points", us=us, them=them)))
        shown = table["shown"]
        if shown is not None:
            lines.append(Text(self.say("shown", who=self.who(shown["seat"]), points=shown["points"])))
            lines.append(self.cards("table", in_order(shown["cards"])))
        if self.seat is not None and table["cards"]:
            lines.append(self.cards("your_cards", in_order(table["cards"])))
        if table["turn"] is not None:
            lines.append(Text(self.say("turn", who=self.who(table["turn"]))))
        return Panel(Text("\n").join(lines), expand=False)

    def _head(self, table: SuecaTable) -> Text:
        us, them = self.score(table["score"])
        parts = [self.say("pairs_ab" if self.seat is None else "pairs", us=us, them=them)]
        parts.append(self.say("target", target=table["target"]))
        if table["carry"]:
            parts.append(self.say("carry", carry=table["carry"]))
        if table["hand"]:
            parts.append(self.say("deal", hand=table["hand"]))
        if table["dealer"] is not None:
            parts.append(self.say("dealer", who=self.who(table["dealer"])))
        return Text(" · ".join(parts))

    def _trump(self, table: SuecaTable) -> Text:
        line = Text(capital(self.say("trump", trump=self.say(f"trump.{table['trump']}"))), style="bold")
        shown = table["trump_card"]
        if shown is not None:
            line += Text(self.say("trump_card", who=self.who(shown["seat"]))) + self.card(shown["card"])
            line += Text(")")
        return line

    def _trick(self, key: str, trick: SuecaTrick) -> Text:
        line = Text(self.say(key) + ": ")
        if not trick["plays"]:
            return line + Text(self.say("no_card"))
        for at, play in enumerate(trick["plays"]):
            line += Text(", " if at else "") + Text(self.who(play["seat"]) + " ") + self.card(play["card"])
        if trick["seat"] is not None:
            line += Text(" → " + self.who(trick["seat"]))
        return line

    def move(self, move: Move, view: Mapping[str, Any]) -> Text:
        """A move in words."""
        if move.kind == "play":
            before, after = self.say("move.play", card="\0").split("\0")
            return Text(before) + self.card(move.text.split()[1]) + Text(after)
        return Text(self.say(f"move.{move.kind}"))

    def event(self, seen: Mapping[str, Any]) -> Text:
        """An event that this seat has seen."""
        kind = str(seen["event"])
        if kind == "played":
            return self.with_card("event.played", seen["card"], who=self.who(seen["seat"]))
        key = f"event.{kind}"
        facts: dict[str, object] = {}
        match kind:
            case "first_dealer":
                facts["who"] = self.who(seen["dealer"])
            case "dealt":
                key += "_again" if seen["again"] else ""
                trump = self.say(f"trump.{seen['trump']}")
                facts = {"hand": seen["hand"], "trump": trump, "who": self.who(seen["first"])}
            case "trick_won":
                facts["who"] = self.who(seen["seat"])
            case "laid_down":
                facts = {"who": self.who(seen["seat"]), "points": seen["points"]}
            case "hand_won":
                key = {"draw": "event.hand_drawn", "sweep": "event.hand_swept"}.get(seen["reason"], key)
                facts = {
                    "who": "" if seen["pair"] is None else self.pair(seen["pair"]),
                    "cards": "{} × {}".format(*self.score(seen["card_points"])),
                    "score": "{} × {}".format(*self.score(seen["score"])),
                    "points": seen["points"],
                    "carry": seen["carry"],
                }
            case "match_won":
                key = "event.match_won" if seen["winners"] else "event.drawn"
                facts["who"] = self.pair("AB"[seen["winners"][0] & 1]) if seen["winners"] else ""
        style = "bold" if kind in ("laid_down", "hand_won", "match_won") else ""
        return Text(capital(self.say(key, **facts)), style=style)


def in_order(cards: list[str]) -> list[str]:
    """Cards by suit and rising, as a hand is held."""
    return sorted(cards, key=lambda each: (SUITS.index(each[1]), HEIGHT[card(each)]))
