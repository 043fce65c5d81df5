"""A table of truco as text: views, events and moves in words, and a match against robots, also by a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, Literal, cast

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from carteado.bots import BOTS
from carteado.games.game import BadMove, Event, Game, Match, Move, Refused, Seat
from carteado.games.truco_shapes import PlaySeen, TrucoTable

Language = Literal["pt", "en"]

SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT_COLOURS: Final = {"c": "green", "d": "blue", "h": "red", "s": ""}

PT: Final = {
    "you": "você",
    "seat": "lugar {seat}",
    "pairs": "Nós {us} × {them} Eles",
    "pairs_ab": "Dupla A {us} × {them} Dupla B",
    "games": "jogos {us} × {them}",
    "hand": "mão {hand}",
    "worth": "vale {value}",
    "vira": "vira {vira}, manilha {manilha}",
    "dealer": "pé: {who}",
    "trick": "{number}ª vaza",
    "won_by": "ganha por {who}",
    "tie": "empate",
    "no_card": "ninguém jogou ainda",
    "your_cards": "Suas cartas",
    "partner_cards": "Cartas da sua dupla",
    "blind": "Mão de ferro: joga-se no escuro.",
    "special": "Mão especial de {who}: vale {value}.",
    "pending": "{who}: {word}! Vale {to} para quem aceitar.",
    "turn": "Na vez: {who}.",
    "proposal": "Proposta de largar a mão: {who}.",
    "word.truco": "truco",
    "word.six": "seis",
    "word.nine": "nove",
    "word.ten": "dez",
    "word.twelve": "doze",
    "move.play": "jogar {card}",
    "move.covered": "jogar {card} coberta",
    "move.raise": "pedir {word} (vale {to})",
    "move.grave": "perde o jogo!",
    "move.accept": "aceitar",
    "move.run": "correr",
    "move.play_hand": "jogar a mão",
    "move.decline": "não jogar",
    "move.propose": "propor largar a mão",
    "move.agree": "largar a mão",
    "move.refuse": "não largar",
    "move.withdraw": "retirar a proposta",
    "event.first_dealer": "Primeiro pé: {who}.",
    "event.dealt": "Mão {hand}. Sai jogando: {who}.",
    "event.played": "{who}: {card}.",
    "event.covered": "{who}: carta coberta.",
    "event.trick_won": "Vaza de {who}.",
    "event.trick_tied": "Vaza empatada.",
    "event.raised": "{who}: {word}!",
    "event.accepted": "{who}: aceito, a mão vale {value}.",
    "event.voted": "{who}: melhor {vote}.",
    "event.hand_taken": "{who}: a mão será jogada e vale {value}.",
    "event.hand_won": "{points} para {who}. Placar: {score}.",
    "event.hand_void": "Ninguém pontua.",
    "event.game_won": "O jogo é de {who}.",
    "event.match_won": "Fim da partida. Ganha: {who}.",
    "event.drawn": "Fim da partida: empate.",
    "event.proposed": "{who}: largar a mão?",
    "event.proposal_refused": "{who}: não largo a mão.",
    "event.proposal_withdrawn": "{who}: proposta retirada.",
    "event.proposal_lapsed": "A proposta caducou.",
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
    "games": "games {us} : {them}",
    "hand": "hand {hand}",
    "worth": "worth {value}",
    "vira": "vira {vira}, manilha {manilha}",
    "dealer": "dealer: {who}",
    "trick": "trick {number}",
    "won_by": "won by {who}",
    "tie": "tied",
    "no_card": "nobody has played yet",
    "your_cards": "Your cards",
    "partner_cards": "Your partner's cards",
    "blind": "Iron hand: everybody plays blind.",
    "special": "Special hand of {who}: worth {value}.",
    "pending": "{who}: {word}! Worth {to} if accepted.",
    "turn": "To play: {who}.",
    "proposal": "Proposal to give up the hand: {who}.",
    "word.truco": "truco",
    "word.six": "six",
    "word.nine": "nine",
    "word.ten": "ten",
    "word.twelve": "twelve",
    "move.play": "play {card}",
    "move.covered": "play {card} covered",
    "move.raise": "call {word} (worth {to})",
    "move.grave": "loses the game!",
    "move.accept": "accept",
    "move.run": "run",
    "move.play_hand": "play the hand",
    "move.decline": "decline it",
    "move.propose": "propose to give up the hand",
    "move.agree": "give up the hand",
    "move.refuse": "do not give up",
    "move.withdraw": "withdraw the proposal",
    "event.first_dealer": "First dealer: {who}.",
    "event.dealt": "Hand {hand}. To lead: {who}.",
    "event.played": "{who}: {card}.",
    "event.covered": "{who}: a covered card.",
    "event.trick_won": "The trick goes to {who}.",
    "event.trick_tied": "The trick is tied.",
    "event.raised": "{who}: {word}!",
    "event.accepted": "{who}: accepted, the hand is worth {value}.",
    "event.voted": "{who}: for {vote}.",
    "event.hand_taken": "{who}: the hand is played for {value}.",
    "event.hand_won": "{points} for {who}. Score: {score}.",
    "event.hand_void": "Nobody scores.",
    "event.game_won": "The game goes to {who}.",
    "event.match_won": "End of the match. Won by: {who}.",
    "event.drawn": "End of the match: a draw.",
    "event.proposed": "{who}: a proposal to give up the hand.",
    "event.proposal_refused": "{who}: the hand is not given up.",
    "event.proposal_withdrawn": "{who}: the proposal is withdrawn.",
    "event.proposal_lapsed": "The proposal has lapsed.",
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
    """Says views, events and moves of truco in one language, as one seat (None: a spectator) sees them."""

    def __init__(self, language: Language, seat: Seat) -> None:
        self.words: Final = WORDS[language]
        self.seat: Final = seat

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
        if written == "X" or written.startswith("#"):
            return Text(written)
        rank = "10" if written[0] == "T" else written[0]
        return Text(rank + SUIT_SIGNS[written[1]], style=SUIT_COLOURS[written[1]] + " bold")

    # ------------------------------------------------------------------------------------------------- view

    def table(self, view: Mapping[str, Any]) -> Panel:
        """A whole view."""
        table = cast(TrucoTable, view["table"])
        lines: list[Text] = [self._head(table)]
        if table["special"] is not None and table["phase"] != "match_over":
            blind = table["blind"]
            who = self.pair(table["special"]) if table["special"] != "iron" else ""
            lines.append(Text(self.say("blind" if blind else "special", who=who, value=table["value"])))
        lines += [self._trick(number, trick) for number, trick in enumerate(table["tricks"], 1)]
        if table["partner"] is not None:
            lines.append(self._cards("partner_cards", [each["card"] for each in table["partner"]]))
        if self.seat is not None:
            hand = [f"#{each['place']}" if table["blind"] else each["card"] for each in table["cards"]]
            lines.append(self._cards("your_cards", hand))
        pending = table["pending"]
        if pending is not None:
            word = self.say(f"word.{pending['word']}").upper()
            said = self.say("pending", who=self.who(pending["seat"]), word=word, to=pending["to"])
            lines.append(Text(_capital(said), style="bold"))
        elif table["turn"] is not None and table["phase"] == "play":
            lines.append(Text(self.say("turn", who=self.who(table["turn"]))))
        proposal = table["proposal"]
        if proposal is not None:
            lines.append(Text(self.say("proposal", who=self.who(proposal["seat"]))))
        return Panel(Text("\n").join(lines), expand=False)

    def _head(self, table: TrucoTable) -> Text:
        own = 0 if self.seat is None else self.seat & 1
        us, them = table["score"][own], table["score"][1 - own]
        parts = [self.say("pairs_ab" if self.seat is None else "pairs", us=us, them=them)]
        if table["games_to_win"] > 1:
            parts.append(self.say("games", us=table["games"][own], them=table["games"][1 - own]))
        if table["hand"]:
            parts += [self.say("hand", hand=table["hand"]), self.say("worth", value=table["value"])]
        if table["dealer"] is not None:
            parts.append(self.say("dealer", who=self.who(table["dealer"])))
        head = Text(" · ".join(parts))
        if table["vira"] is not None:
            before, after = self.say("vira", vira="\0", manilha=table["manilha"]).split("\0")
            head += Text(" · " + before) + self.card(table["vira"]) + Text(after)
        return head

    def _trick(self, number: int, trick: Mapping[str, Any]) -> Text:
        plays: list[PlaySeen] = trick["plays"]
        line = Text(self.say("trick", number=number) + ": ")
        for at, play in enumerate(plays):
            line += Text(", " if at else "") + Text(self.who(play["seat"]) + " ") + self.card(play["card"])
            if play["name"] is not None:
                line += Text(f" ({play['name']})")
            elif play["covered"] and play["card"] != "X":
                line += Text(" (X)")
        if trick["winner"] == "tie":
            line += Text(" → " + self.say("tie"))
        elif trick["seat"] is not None:
            line += Text(" → " + self.who(trick["seat"]))
        return line

    def _cards(self, key: str, hand: Sequence[str]) -> Text:
        line = Text(self.say(key) + ":")
        for each in hand:
            line += Text("  ") + self.card(each)
        return line

    # ------------------------------------------------------------------------------------------------ moves

    def move(self, move: Move, view: Mapping[str, Any]) -> Text:
        """A move in words."""
        if move.kind == "play":
            before, after = self.say("move.covered" if move.covered else "move.play", card="\0").split("\0")
            written = move.text.split()[1]
            return Text(before) + self.card(written) + Text(after)
        if move.kind == "raise":
            step = cast(TrucoTable, view["table"])["next"]
            word = self.say(f"word.{step['word']}").upper() if step is not None else move.text
            return Text(self.say("move.raise", word=word, to=move.amount))
        return Text(self.say(f"move.{move.kind}"))

    # ----------------------------------------------------------------------------------------------- events

    def events(self, events: Sequence[Event]) -> Iterator[Text]:
        """What happened, in words; nothing of what this seat may not know."""
        for event in events:
            seen = event.seen_by(self.seat)
            if seen is not None:
                yield self.event(seen)

    def event(self, seen: Mapping[str, Any]) -> Text:
        """An event that this seat has seen."""
        kind = str(seen["event"])
        if kind == "played":
            if seen["covered"]:
                return Text(_capital(self.say("event.covered", who=self.who(seen["seat"]))))
            before, after = self.say("event.played", who=self.who(seen["seat"]), card="\0").split("\0")
            name = f" ({seen['name']})" if seen["name"] is not None else ""
            return Text(_capital(before)) + self.card(seen["card"]) + Text(name + after)
        key = f"event.{kind}"
        facts: dict[str, object] = {}
        match kind:
            case "first_dealer":
                facts["who"] = self.who(seen["dealer"])
            case "dealt":
                facts = {"hand": seen["hand"], "who": self.who(seen["leader"])}
            case "trick_won" if seen["winner"] == "tie":
                key = "event.trick_tied"
            case "trick_won":
                facts["who"] = self.who(seen["seat"])
            case "raised":
                facts = {"who": self.who(seen["seat"]), "word": self.say(f"word.{seen['word']}").upper()}
            case "accepted" | "hand_taken":
                facts = {"who": self.who(seen["seat"]), "value": seen["value"]}
            case "voted":
                facts = {"who": self.who(seen["seat"]), "vote": self.say(f"move.{seen['vote']}")}
            case "hand_won" if seen["pair"] is None:
                key = "event.hand_void"
            case "hand_won":
                own = 0 if self.seat is None else self.seat & 1
                score = f"{seen['score'][own]} × {seen['score'][1 - own]}"
                facts = {"who": self.pair(seen["pair"]), "points": seen["points"], "score": score}
            case "game_won":
                facts["who"] = self.pair(seen["pair"])
            case "match_won":
                key = "event.match_won" if seen["winners"] else "event.drawn"
                facts["who"] = self.pair("AB"[seen["winners"][0] & 1]) if seen["winners"] else ""
            case "proposed" | "proposal_refused" | "proposal_withdrawn":
                facts["who"] = self.who(seen["seat"])
        style = "bold" if kind in ("raised", "hand_won", "game_won", "match_won") else ""
        said = self.say(key, **facts) if key in self.words else kind
        return Text(_capital(said), style=style)


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


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
                continue
            # who has voted stands by his word for the pair: the robot beside him decides nothing
            person_voted = 0 in self.match.shared(actors[0])
            move = self._robot(actors[0]) if not person_voted else self._same_vote(actors[0])
            self.tell(self.match.apply(actors[0], move))

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
        if len(self.match.view(None).table["held"]) == 4 and self.match.result() is None:  # type: ignore[arg-type]  # a list
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
