"""Truco Paulista: the turned card, the *vira*, makes the manilhas; one game to 12.

Rulebook ``truco_paulista``; its states and facts are in `carteado.games.truco`.
"""

from __future__ import annotations

from typing import Final

from carteado.games.game import Option
from carteado.games.truco_notation import TrucoGame

COVERED_FROM: Final = Option("covered_from", 2, (0, 1, 2), "Q5")
ONE_COVERED_PER_PAIR: Final = Option("one_covered_per_pair", False, (False, True), "Q5")
TIE_LEADER: Final = Option("tie_leader", "same_leader", ("same_leader", "first_tied", "last_tied"), "Q2")
ANSWER_POLICY: Final = Option(
    "answer_policy", "accept_binds", ("accept_binds", "first_answer", "next_seat"), "Q9"
)
USELESS_RAISE: Final = Option("useless_raise", "allow", ("allow", "forbid"), "Q11")
RAISE_TIMEOUT: Final = Option("raise_timeout", "run", ("run", "accept"), "Q12")
SPECIAL_TIMEOUT: Final = Option("special_timeout", "play", ("play", "decline"), "Q12")
IRON: Final = Option("iron", "blind", ("blind", "open"), "Q16")
MAX_HANDS: Final = Option("max_hands", 0, (0, 1, 2, 4, 6, 12, 24), "")
"""After so many hands the score decides the match; 0 plays to the end."""

GAME: Final = TrucoGame(
    id="truco_paulista",
    name="Truco Paulista",
    vira=True,
    options=(
        COVERED_FROM,
        ONE_COVERED_PER_PAIR,
        TIE_LEADER,
        Option("special_decision", True, (True, False), "Q7"),
        ANSWER_POLICY,
        USELESS_RAISE,
        RAISE_TIMEOUT,
        SPECIAL_TIMEOUT,
        Option("raise_in_special", "loses_game", ("loses_game", "forbidden"), "Q16"),
        IRON,
        Option("games_to_win", 1, (1, 2, 3), "Q17"),
        Option("forfeit", False, (False, True), "Q20"),
        MAX_HANDS,
    ),
    presets={"seed": {}},
)
