"""Tables and the room around them: seats, clocks, votes, phrases, lobby. Pure asyncio: no HTTP, no SQL."""
