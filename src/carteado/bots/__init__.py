"""Robots, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from carteado.bots.base import Bot
from carteado.bots.casual import CasualBot
from carteado.bots.random_bot import RandomBot

BOTS: Final[dict[str, Callable[[], Bot]]] = {"random": RandomBot, "casual": CasualBot}
