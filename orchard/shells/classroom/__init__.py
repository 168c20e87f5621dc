"""The class server: a FastAPI application of its own, beside the studio."""
