"""A class: people, teams, assignments, submissions and the ladder. See docs/CLASS.md."""
