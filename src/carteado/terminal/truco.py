"""Truco as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from rich.panel import Panel
from rich.text import Text

from carteado.games.game import Move
from carteado.games.truco_shapes import PlaySeen, TrucoTable
from carteado.terminal.speaker import Language, Speaker, capital

PT: Final = {
    "games": "jogos {us} × {them}",
    "worth": "vale {value}",
    "vira": "vira {vira}, manilha {manilha}",
    "trick": "{number}ª vaza",
    "won_by": "ganha por {who}",
    "partner_cards": "Cartas da sua dupla",
    "blind": "Mão de ferro: joga-se no escuro.",
    "special": "Mão especial de {who}: vale {value}.",
    "pending": "{who}: {word}! Vale {to} para quem aceitar.",
    "proposal": "Proposta de largar a mão: {who}.",
    "word.truco": "truco",
    "word.six": "seis",
    "word.nine": "nove",
    "word.ten": "dez",
    "word.twelve": "doze",
    "move.covered": "jogar {card} coberta",
    "move.raise": "pedir {word} (vale {to})",
    "move.accept": "aceitar",
    "move.run": "correr",
    "move.play_hand": "jogar a mão",
    "move.decline": "não jogar",
    "move.propose": "propor largar a mão",
    "move.agree": "largar a mão",
    "move.refuse": "não largar",
    "move.withdraw": "retirar a proposta",
    "event.covered": "{who}: carta coberta.",
    "event.trick_tied": "Vaza empatada.",
    "event.raised": "{who}: {word}!",
    "event.accepted": "{who}: aceito, a mão vale {value}.",
    "event.voted": "{who}: melhor {vote}.",
    "event.hand_taken": "{who}: a mão será jogada e vale {value}.",
    "event.hand_won": "{points} para {who}. Placar: {score}.",
    "event.hand_void": "Ninguém pontua.",
    "event.game_won": "O jogo é de {who}.",
    "event.proposed": "{who}: largar a mão?",
    "event.proposal_refused": "{who}: não largo a mão.",
    "event.proposal_withdrawn": "{who}: proposta retirada.",
    "event.proposal_lapsed": "A proposta caducou.",
}
EN: Final = {
    "games": "games {us} : {them}",
    "worth": "worth {value}",
    "vira": "vira {vira}, manilha {manilha}",
    "trick": "trick {number}",
    "won_by": "won by {who}",
    "partner_cards": "Your partner's cards",
    "blind": "Iron hand: everybody plays blind.",
    "special": "Special hand of {who}: worth {value}.",
    "pending": "{who}: {word}! Worth {to} if accepted.",
    "proposal": "Proposal to give up the hand: {who}.",
    "word.truco": "truco",
    "word.six": "six",
    "word.nine": "nine",
    "word.ten": "ten",
    "word.twelve": "twelve",
    "move.covered": "play {card} covered",
    "move.raise": "call {word} (worth {to})",
    "move.accept": "accept",
    "move.run": "run",
    "move.play_hand": "play the hand",
    "move.decline": "decline it",
    "move.propose": "propose to give up the hand",
    "move.agree": "give up the hand",
    "move.refuse": "do not give up",
    "move.withdraw": "withdraw the proposal",
    "event.covered": "{who}: a covered card.",
    "event.trick_tied": "The trick is tied.",
    "event.raised": "{who}: {word}!",
    "event.accepted": "{who}: accepted, the hand is worth {value}.",
    "event.voted": "{who}: for {vote}.",
    "event.hand_taken": "{who}: the hand is played for {value}.",
    "event.hand_won": "{points} for {who}. Score: {score}.",
    "event.hand_void": "Nobody scores.",
    "event.game_won": "The game goes to {who}.",
    "event.proposed": "{who}: a proposal to give up the hand.",
    "event.proposal_refused": "{who}: the hand is not given up.",
    "event.proposal_withdrawn": "{who}: the proposal is withdrawn.",
    "event.proposal_lapsed": "The proposal has lapsed.",
}
WORDS: Final[dict[Language, dict[str, str]]] = {"pt": PT, "en": EN}


class TrucoSpeaker(Speaker):
    """Says both trucos."""

    own_words = WORDS

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
            lines.append(self.cards("partner_cards", [each["card"] for each in table["partner"]]))
        if self.seat is not None:
            hand = [f"#{each['place']}" if table["blind"] else each["card"] for each in table["cards"]]
            lines.append(self.cards("your_cards", hand))
        pending = table["pending"]
        if pending is not None:
            word = self.say(f"word.{pending['word']}").upper()
            said = self.say("pending", who=self.who(pending["seat"]), word=word, to=pending["to"])
            lines.append(Text(capital(said), style="bold"))
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

    def event(self, seen: Mapping[str, Any]) -> Text:
        """An event that this seat has seen."""
        kind = str(seen["event"])
        if kind == "played":
            if seen["covered"]:
                return Text(capital(self.say("event.covered", who=self.who(seen["seat"]))))
            before, after = self.say("event.played", who=self.who(seen["seat"]), card="\0").split("\0")
            name = f" ({seen['name']})" if seen["name"] is not None else ""
            return Text(capital(before)) + self.card(seen["card"]) + Text(name + after)
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
        return Text(capital(said), style=style)
