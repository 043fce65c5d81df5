"""The server as the benchmark starts it: no limits on how fast people play, no pause between two hands.

usage: python benchmarks/bench_room.py DATA_FILE; prints `READY port pid`, stops on SIGTERM. Cards come from
the system's source, clocks run, the journal is on the disk before anybody is answered, robots have nothing to
do.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

import uvloop

from carteado.room import lobby, times
from carteado.web import logs
from carteado.web.app import Door
from carteado.web.limits import Limits
from carteado.web.serve import Parts, bind, start, tune_interpreter

times.HOLD_MS = times.LONG_HOLD_MS = 0

LIMITS = Limits(
    messages_per_second=1e9,
    messages_burst=1e9,
    person_messages_per_second=1e9,
    person_messages_burst=1e9,
    bytes_per_second=1e9,
    bytes_burst=1e9,
    sockets_per_address=100_000,
    connections_per_address=100_000,
    requests_per_second=1e9,
    requests_burst=1e9,
    identities_per_hour=1e9,
)


async def main():
    logs.set_up("error")
    stopping = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
    parts = Parts(limits=lobby.Limits(tables=10_000, tables_per_address=10_000))
    server = await start(bind("127.0.0.1", 0), Path(sys.argv[1]), Door(limits=LIMITS), parts)
    tune_interpreter()
    print("READY", server.port, os.getpid(), flush=True)
    await stopping.wait()
    await server.stop()


uvloop.run(main())
