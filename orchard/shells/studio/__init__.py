"""The studio's server: an HTTP and WebSocket API, of which the page in `orchard/web` is the first client."""
