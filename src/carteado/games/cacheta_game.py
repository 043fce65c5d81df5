"""Cacheta in the catalogue: the options of a table, with the rulebook's clauses, and the presets."""

from __future__ import annotations

from typing import Final

from carteado.games.cacheta_notation import CachetaGame
from carteado.games.game import Option

GAME: Final = CachetaGame(
    options=(
        Option("starting_points", 10, (10, 7), "A27"),
        Option("wild_rule", "colour", ("colour", "suit", "rank", "none"), "A4"),
        Option("wilds_per_meld", 1, (1, 2, 4), "A2"),
        Option("espelho", False, (False, True), "A29"),
        Option("four_suit_set", False, (False, True), "A5"),
        Option("return_bought_card", False, (False, True), "A12"),
        Option("furo_mode", "window", ("window", "race"), "A15"),
        Option("turn_priority", True, (True, False), "A16"),
        Option("boa_before_discard", True, (True, False), "A13"),
        Option("validate_boa", False, (False, True), "A14"),
        Option("furo_card_in_meld", True, (True, False), "A18"),
        Option("max_reshuffles", 3, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), "A23"),
        Option("show_hands_at_end", False, (False, True), "A32"),
        Option("max_hands", 0, (0, 1, 2, 4, 6, 12, 24), ""),
    ),
    presets={"seed": {}},
)
"""`max_hands`: after so many hands the points decide the match; 0 plays until one is left."""
