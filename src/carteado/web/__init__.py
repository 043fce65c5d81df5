"""HTTP and WebSocket: identities, the wire, static files."""
