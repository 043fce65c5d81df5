"""How much one socket, one guest and one address may ask for."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

_ADDRESSES: Final = 10_000
"""Addresses remembered; the ones that have been quiet for longest are forgotten."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the server allows. A person at a table stays far below all of it."""

    messages_per_second: float = 15.0
    messages_burst: float = 60.0
    person_messages_per_second: float = 30.0
    person_messages_burst: float = 120.0
    bytes_per_second: float = 16 * 1024
    """What is read of a socket: more waits, and after `behind_seconds` it is cut off."""
    bytes_burst: float = 128 * 1024
    behind_seconds: float = 10.0
    refusals_before_cut: int = 100
    """Messages too many, each answered, after which a socket that goes on is cut."""
    malformed_before_cut: int = 20
    forgiven_per_second: float = 0.5
    """Refusals, and malformed messages, that count no more."""
    lobby_price: float = 10.0
    """What asking for the list of tables counts for."""
    sockets_per_person: int = 8
    sockets_per_address: int = 200
    connections_per_address: int = 600
    """Of any kind: a browser has some for pages beside its sockets. A trusted proxy speaks for many."""
    identities_per_hour: float = 120.0
    """New guests from one address; a bar behind one address has many."""
    requests_per_second: float = 100.0
    requests_burst: float = 4000.0
    """From one address: a page is some dozens, and a bar behind one address has many people."""
    body_seconds: float = 10.0
    """For the body of a request to come."""
    renames_per_hour: float = 60.0
    """Of one guest: each is written to the disk and shown at all his tables."""
    queue_messages: int = 256
    """Messages that wait for a slow line, at most."""
    queue_bytes: int = 1 << 20
    heartbeat: float = 20.0
    """Seconds between signs of life; a line that answers none for half as long is dead."""


class Bucket:
    """Fills by ``rate`` a second up to ``burst``; every message takes one."""

    __slots__ = ("_burst", "_last", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._last = now

    def take(self, now: float, much: float = 1.0) -> bool:
        """Whether there was one, or so much, to take."""
        left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        if left < much:
            self._left = left
            return False
        self._left = left - much
        return True

    def wait(self, much: float = 1.0) -> float:
        """Seconds until there is one again, or so much, counted from the last `take`."""
        return max(0.0, (much - self._left) / self._rate)


class Gate:
    """A bucket for every address, or for every guest by his tag.

    An IPv6 address counts with its whole /64, which is one household.
    """

    def __init__(self, per_hour: float, burst: float | None = None) -> None:
        """``burst``: at once; as many as in an hour when not given."""
        self._rate = per_hour / 3600.0
        self._burst = per_hour if burst is None else burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> float | None:
        """None when it may; else the seconds until it may."""
        key = network_of(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > _ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return None if bucket.take(now) else bucket.wait()


def network_of(address: str) -> str:
    """The address, or the /64 that an IPv6 address lies in; what is no address is taken as it is."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((int(ip) >> 64 << 64, 64)))
    return str(ip)
