"""What speakers of all games share: words, names of seats and pairs, cards in colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from rich.panel import Panel
from rich.text import Text

from carteado.games.game import Event, Move, Seat

Language = Literal["pt", "en"]

SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT_COLOURS: Final = {"c": "green", "d": "blue", "h": "red", "s": ""}

PT: Final = {
    "you": "você",
    "seat": "lugar {seat}",
    "pairs": "Nós {us} × {them} Eles",
    "pairs_ab": "Dupla A {us} × {them} Dupla B",
    "hand": "mão {hand}",
    "dealer": "pé: {who}",
    "tie": "empate",
    "no_card": "ninguém jogou ainda",
    "your_cards": "Suas cartas",
    "turn": "Na vez: {who}.",
    "move.play": "jogar {card}",
    "move.grave": "perde o jogo!",
    "event.first_dealer": "Primeiro pé: {who}.",
    "event.dealt": "Mão {hand}. Sai jogando: {who}.",
    "event.played": "{who}: {card}.",
    "event.trick_won": "Vaza de {who}.",
    "event.match_won": "Fim da partida. Ganha: {who}.",
    "event.drawn": "Fim da partida: empate.",
    "us": "nós",
    "them": "eles",
    "pair": "dupla {pair}",
    "choose": "Sua jogada (número ou texto, ? mostra a mesa, q sai): ",
    "advice": "Sua dupla prefere {move}; quem decide é você.",
    "unknown": "Não entendi {text!r}: escreva um número de 1 a {most} ou uma jogada como {example!r}.",
    "refused": "Não pode: {code}{facts}.",
    "ended": "A entrada acabou antes da partida.",
    "sure": "Isso perde o jogo. Escreva de novo para confirmar.",
}
EN: Final = {
    "you": "you",
    "seat": "seat {seat}",
    "pairs": "Us {us} : {them} Them",
    "pairs_ab": "Pair A {us} : {them} Pair B",
    "hand": "hand {hand}",
    "dealer": "dealer: {who}",
    "tie": "tied",
    "no_card": "nobody has played yet",
    "your_cards": "Your cards",
    "turn": "To play: {who}.",
    "move.play": "play {card}",
    "move.grave": "loses the game!",
    "event.first_dealer": "First dealer: {who}.",
    "event.dealt": "Hand {hand}. To lead: {who}.",
    "event.played": "{who}: {card}.",
    "event.trick_won": "The trick goes to {who}.",
    "event.match_won": "End of the match. Won by: {who}.",
    "event.drawn": "End of the match: a draw.",
    "us": "us",
    "them": "them",
    "pair": "pair {pair}",
    "choose": "Your move (number or text, ? shows the table, q leaves): ",
    "advice": "Your partner would {move}; the choice is yours.",
    "unknown": "I do not understand {text!r}: write a number from 1 to {most} or a move such as {example!r}.",
    "refused": "Not possible: {code}{facts}.",
    "ended": "The input ended before the match did.",
    "sure": "That loses the game. Write it again to confirm.",
}
WORDS: Final[dict[Language, dict[str, str]]] = {"pt": PT, "en": EN}


class Speaker:
    """Says views, events and moves of a game in one language, as one seat (None: a spectator) sees them.

    A game's own speaker tells its `table`, its `event`s and its `move`s; `own_words` are its words.
    """

    own_words: Mapping[Language, Mapping[str, str]]

    def __init__(self, language: Language, seat: Seat) -> None:
        self.words: Final = {**WORDS[language], **self.own_words[language]}
        self.seat: Final = seat

    def table(self, view: Mapping[str, Any]) -> Panel:
        """A whole view, as a person is shown it."""
        raise NotImplementedError

    def move(self, move: Move, view: Mapping[str, Any]) -> Text:
        """A move in words."""
        raise NotImplementedError

    def event(self, seen: Mapping[str, Any]) -> Text:
        """An event that this seat has seen."""
        raise NotImplementedError

    def events(self, events: Sequence[Event]) -> Iterator[Text]:
        """What happened, in words; nothing of what this seat may not know."""
        for event in events:
            seen = event.seen_by(self.seat)
            if seen is not None:
                yield self.event(seen)

    def say(self, key: str, **facts: object) -> str:
        """A phrase of the catalogue."""
        return self.words[key].format(**facts)

    def who(self, seat: int) -> str:
        """A seat by its name here."""
        return self.say("you") if seat == self.seat else self.say("seat", seat=seat)

    def pair(self, name: str | None) -> str:
        """A pair, from the own side where there is one."""
        if name is None:
            return self.say("tie")
        if self.seat is None:
            return self.say("pair", pair=name)
        return self.say("us" if name == "AB"[self.seat & 1] else "them")

    def card(self, written: str) -> Text:
        """A card with its suit's sign, in four colours."""
        if written in ("X", "*") or written.startswith("#"):
            return Text(written)
        rank = "10" if written[0] == "T" else written[0]
        return Text(rank + SUIT_SIGNS[written[1]], style=SUIT_COLOURS[written[1]] + " bold")

    def with_card(self, key: str, card: str, **facts: object) -> Text:
        """A phrase in which a card stands."""
        before, after = self.say(key, card="\0", **facts).split("\0")
        return Text(capital(before)) + self.card(card) + Text(after)

    def cards(self, key: str, hand: Sequence[str]) -> Text:
        """Some cards behind their name."""
        line = Text(self.say(key) + ":")
        for each in hand:
            line += Text("  ") + self.card(each)
        return line

    def score(self, score: Sequence[int]) -> tuple[int, int]:
        """The own pair's points and the others'."""
        own = 0 if self.seat is None else self.seat & 1
        return score[own], score[1 - own]


def capital(said: str) -> str:
    """With a capital letter."""
    return said[:1].upper() + said[1:]
