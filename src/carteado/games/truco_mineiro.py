"""Truco Mineiro: four fixed manilhas, two games of 12, and a hand given up with the partner's consent.

Rulebook ``truco_mineiro``; its states and facts are in `carteado.games.truco`.
"""

from __future__ import annotations

from typing import Final

from carteado.games.game import Option
from carteado.games.truco_notation import TrucoGame
from carteado.games.truco_paulista import (
    ANSWER_POLICY,
    COVERED_FROM,
    IRON,
    MAX_HANDS,
    ONE_COVERED_PER_PAIR,
    RAISE_TIMEOUT,
    SPECIAL_TIMEOUT,
    TIE_LEADER,
    USELESS_RAISE,
)

GAME: Final = TrucoGame(
    id="truco_mineiro",
    name="Truco Mineiro",
    vira=False,
    options=(
        Option("scale", "2-4-8-12", ("2-4-8-12", "1-3-6-9-12", "2-4-6-10-12"), "Q10"),  # R27
        COVERED_FROM,
        ONE_COVERED_PER_PAIR,
        TIE_LEADER,
        ANSWER_POLICY,
        Option("reraise", True, (True, False), "Q8"),
        USELESS_RAISE,
        RAISE_TIMEOUT,
        SPECIAL_TIMEOUT,
        Option("raise_in_special", "forbidden", ("forbidden", "loses_game"), "Q15"),
        IRON,
        Option("games_to_win", 2, (1, 2, 3), "Q17"),
        Option("forfeit", True, (True, False), "Q20"),
        MAX_HANDS,
    ),
    presets={
        "mao_de_2": {"scale": "2-4-8-12"},
        "mao_de_1": {"scale": "1-3-6-9-12"},
        "2-4-6-10-12": {"scale": "2-4-6-10-12"},
    },
)
