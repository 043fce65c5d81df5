"""Whatever a test leaves open is ended with it, and no table may have failed by a fault of ours."""

from collections.abc import AsyncIterator

import pytest_asyncio
from structlog.testing import capture_logs

from tests.room.rig import Rig

FAULTS = {"table_failed", "show_failed", "table_unreadable"}


@pytest_asyncio.fixture(autouse=True)
async def _rooms() -> AsyncIterator[None]:
    Rig.may_fail = False
    with capture_logs() as logs:
        yield
        for rig in Rig.opened:
            await rig.kill()
    Rig.opened.clear()
    assert Rig.may_fail or not [entry for entry in logs if entry["event"] in FAULTS]
