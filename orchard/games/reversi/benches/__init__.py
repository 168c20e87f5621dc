"""What `orchard bench` can time of this game: a file is a benchmark, found by its name."""
