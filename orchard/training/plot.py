"""A line chart as an SVG file, for the curves and tables of training runs."""

from html import escape
from pathlib import Path

from orchard.core.course import Chart

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 360, 56, 44, 34, 16
COLORS = ("#2e7d4f", "#6a4c93", "#c0562f", "#2f6fc0")


def line_chart(path: Path, chart: Chart) -> None:
    """Draw a chart; the y axis begins at 0."""
    series = chart.series
    xs = [x for points in series.values() for x, _ in points]
    ys = [y for points in series.values() for _, y in points]
    if not xs:
        raise ValueError("a chart needs at least one point")
    low, high, top = min(xs), max(xs), max(max(ys), 1e-9) * 1.08

    def at(x: float, y: float) -> tuple[float, float]:
        across = (x - low) / (high - low) if high > low else 0.5
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - y / top * (HEIGHT - BOTTOM - TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold">{escape(chart.title)}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(chart.x_label)}</text>',
        f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 {HEIGHT / 2})">',
        f"{escape(chart.y_label)}</text>",
    ]
    for step in range(6):
        value = top * step / 5
        _, y = at(low, value)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.3g}</text>')
        x_value = low + (high - low) * step / 5
        x, _ = at(x_value, 0)
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{x_value:.3g}</text>')
    for number, (name, points) in enumerate(series.items()):
        color = COLORS[number % len(COLORS)]
        spots = [at(x, y) for x, y in points]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{color}"/>' for x, y in spots]
        parts.append(f'<text x="{LEFT + 12 + 150 * number}" y="{TOP + 4}" fill="{color}">{escape(name)}</text>')
    path.write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")
