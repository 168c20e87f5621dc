"""orchard bench: check the answer, then time it."""

import click

from orchard.shells.commands._common import console, json_option, print_json


@click.command()
@click.argument("what", required=False)
@click.option(
    "--repeat",
    default=5,
    show_default=True,
    type=click.IntRange(1, 100),
    help="Number of timings; the median is shown. Slow benchmarks are timed once.",
)
@json_option
def bench(what: str | None, repeat: int, as_json: bool) -> None:
    """Time the kernels on one thread.

    Each answer is proved before its rate is shown, and beside it stands how. WHAT selects one benchmark, such as perft,
    playouts, endgame or gomoku; without it the slow ones are skipped.

    \b
    Example:
      orchard bench perft --repeat 3
    """
    from orchard.shells.benches import rows

    found = rows(what, repeat)
    if as_json:
        print_json(list(found))
        return
    out = console()
    heading = f"{'what':18}{'game':18}{'count':>15}{'seconds':>10}  {'rate':15}proved before"
    out.print(heading, style="bold", soft_wrap=True)
    for row in found:
        rate = f"{row['rate'] / 1e6:,.1f} M/s" if row["rate"] > 1e6 else f"{row['rate']:,.0f} /s"
        counted = f"{row['what']:18}{row['game']:18}{row['count']:>15,}{row['seconds']:>10.3f}"
        out.print(f"{counted}  {rate:15}{row.get('proved', '')}", soft_wrap=True)
