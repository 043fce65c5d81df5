"""A table as text: views, events and moves in words, and a match against robots, also by a pipe.

Each family of games has its speaker in a module of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from carteado.bots import BOTS
from carteado.bots.base import watchers
from carteado.games.game import BadMove, Event, Game, Match, Move, Refused, Seat
from carteado.terminal.cacheta import CachetaSpeaker
from carteado.terminal.mau_mau import MauMauSpeaker
from carteado.terminal.speaker import Language, Speaker
from carteado.terminal.sueca import SuecaSpeaker
from carteado.terminal.truco import TrucoSpeaker

SPEAKERS: Final[dict[str, type[Speaker]]] = {
    "truco_paulista": TrucoSpeaker,
    "truco_mineiro": TrucoSpeaker,
    "sueca": SuecaSpeaker,
    "cacheta": CachetaSpeaker,
    "mau_mau": MauMauSpeaker,
}


def speaker(game: Game, language: Language, seat: Seat) -> Speaker:
    """Who says a game in one language, as one seat (None: a spectator) sees it."""
    return SPEAKERS[game.id](language, seat)


# -------------------------------------------------------------------------------------------------- playing


class Quit(Exception):
    """The person leaves, or the input has ended."""


class Table:
    """One person in seat 0 and robots elsewhere, at a terminal or on both ends of a pipe."""

    def __init__(
        self,
        game: Game,
        match: Match,
        level: str,
        seed: str,
        speaker: Speaker,
        console: Console,
        ask: Callable[[str], str],
    ) -> None:
        self.game: Final = game
        self.match: Final = match
        self.speaker: Final = speaker
        self.console: Final = console
        self.ask: Final = ask
        self.shuffles: Final = Random(f"{seed}:cards")
        self.mind: Final = Random(f"{seed}:robots")
        self.bot: Final = BOTS[level]()
        self.seats: Final = match.view(None).seats

    def play(self) -> None:
        """Play the match to its end.

        Raises:
            Quit: the person leaves, or the input has ended.
        """
        while self.match.result() is None:
            chance = self.match.chance()
            if chance is not None:
                order = list(chance.items)
                self.shuffles.shuffle(order)
                self.tell(self.match.deal(order))
                continue
            actors = self.match.actors()
            if 0 in actors:
                self.tell(self._person())
                self._proposal()
                self._watch()
                continue
            # who has voted stands by his word for the pair: the robot beside him decides nothing
            person_voted = 0 in self.match.shared(actors[0])
            move = self._robot(actors[0]) if not person_voted else self._same_vote(actors[0])
            self.tell(self.match.apply(actors[0], move))
            self._watch()

    def _watch(self) -> None:
        """Let a robot say what it thinks of by itself, in turn or not: the first that speaks."""
        for seat in watchers(self.game, self.match, self.seats):
            if seat == 0:
                continue
            move = self.bot.choose(self.match.view(seat), self.mind, 0.1)
            if move is not None and move.kind in self.game.watchful and self.match.check(seat, move) is None:
                self.tell(self.match.apply(seat, move))
                return

    def tell(self, events: Sequence[Event]) -> None:
        """Say what happened."""
        for line in self.speaker.events(events):
            self.console.print(line)

    def _robot(self, seat: int) -> Move:
        move = self.bot.choose(self.match.view(seat), self.mind, 0.1)
        return self.match.default(seat) if move is None else move

    def _same_vote(self, seat: int) -> Move:
        wanted = [
            each
            for each in self.match.legal(seat)
            if isinstance(each, Move) and each.kind in ("run", "decline")
        ]
        return wanted[0] if wanted else self._robot(seat)

    def _proposal(self) -> None:
        """Let the partner answer a proposal of the person."""
        view = self.match.view(0)
        if self.game.pairs and view.seats == 4 and self.match.result() is None:
            view = self.match.view(2)
            if any(text == "agree" for text in view.legal):
                move = self.bot.choose(view, self.mind, 0.1)
                if move is not None and move.kind in self.game.asides:
                    self.tell(self.match.apply(2, move))

    def _person(self) -> list[Event]:
        view = self.match.view(0)
        plain = view.for_person()
        self.console.print(self.speaker.table(plain))
        moves = [each for each in self.match.legal(0) if isinstance(each, Move)]
        partners = self.match.shared(0)
        if partners:
            advice = self.speaker.move(self._robot(partners[0]), plain)
            self.console.print(Text(self.speaker.say("advice", move=advice.plain), style="italic"))
        for number, move in enumerate(moves, 1):
            line = Text(f"{number:3}  ") + self.speaker.move(move, plain) + Text(f"   [{move}]", style="dim")
            if self.match.grave(0, move) is not None:
                line += Text("  " + self.speaker.say("move.grave"), style="bold red")
            self.console.print(line)
        confirmed: Move | None = None
        while True:
            chosen = self._read(moves, plain)
            if chosen is None:
                continue
            if self.match.grave(0, chosen) is not None and chosen != confirmed:
                confirmed = chosen
                self.console.print(self.speaker.say("sure"))
                continue
            try:
                return self.match.apply(0, chosen)
            except Refused as refused:
                facts = "".join(f", {key} {value}" for key, value in refused.refusal.facts.items())
                self.console.print(self.speaker.say("refused", code=refused.refusal.code, facts=facts))

    def _read(self, moves: Sequence[Move], view: Mapping[str, Any]) -> Move | None:
        """A move, or None when the line was something else."""
        try:
            line = self.ask(self.speaker.say("choose")).strip()
        except EOFError:
            self.console.print()
            raise Quit(self.speaker.say("ended")) from None
        if line in ("q", "quit", "sair"):
            raise Quit("")
        if line == "?":
            self.console.print(self.speaker.table(view))
            return None
        if line.isdecimal() and 1 <= int(line) <= len(moves):
            return moves[int(line) - 1]
        try:
            return self.game.parse(line)
        except BadMove:
            said = self.speaker.say("unknown", text=line[:40], most=len(moves), example=moves[0].text)
            self.console.print(Text(said))
            return None
