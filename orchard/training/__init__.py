"""From games to weights, for any game that offers a course: selfplay -> label -> fit -> gate, joined by folders."""
