"""What people learn from games: analysis, review, comparisons."""
