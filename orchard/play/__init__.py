"""One game under a referee, many games in an arena, and what is kept of them."""
