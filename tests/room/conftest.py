"""Whatever a test leaves open is ended with it."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.room.rig import Rig


@pytest_asyncio.fixture(autouse=True)
async def _rooms() -> AsyncIterator[None]:
    yield
    for rig in Rig.opened:
        await rig.kill()
    Rig.opened.clear()
