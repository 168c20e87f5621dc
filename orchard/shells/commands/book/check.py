"""orchard book check: search a sample of a book again."""

from pathlib import Path
from typing import Any

import click

import orchard
from orchard.shells.commands._common import game_argument, json_option, plain_table, print_json, wide_console
from orchard.shells.commands.book import chosen, file_option, order_of, search_options, searching, told

WORST = 5


@click.command()
@game_argument
@file_option
@search_options
@click.option("--sample", type=click.IntRange(1), default=50, show_default=True, help="How many positions.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed takes other positions.")
@json_option
def check(
    game: orchard.Game,
    file: Path | None,
    sample: int,
    seed: int,
    jobs: int,
    cluster: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Search a sample of a book again with another budget. Says how far its values are off, and whether best moves
    stand.

    A best move stands where the second search calls it the best, or at most half a disc (2 % of winning chance) worse.

    \b
    Examples:
      orchard book check reversi --sample 20 --depth 24
      orchard book check reversi --file my.book --sample 100 --nodes 20000000 --jobs 4 --json
    """
    from orchard.study.book_reports import check as checked
    from orchard.study.book_reports import summary

    book = chosen(game, file)
    order = order_of(game, asked, book.about["lines"])
    found = []
    with searching(order, jobs, cluster) as work, told("checking", min(sample, len(book))) as tell:
        for each in checked(book, work, sample, seed):
            found.append(each)
            tell(len(found))
    result, worst = summary(found), sorted(found, key=lambda each: -each.difference)[:WORST]
    if as_json:
        print_json({**result, "worst": [each.as_json() for each in worst]})
        return
    click.echo(
        f"{result['positions']} positions: values differ by {result['mean_difference']:.2f} on average "
        f"({result['bias']:+.2f} with sign), at most {result['largest_difference']:.2f}"
    )
    click.echo(f"the best move stands in {result['best_stands']:.0%}, and is the same in {result['same_best']:.0%}")
    table = plain_table(">book", "", ">again", "", "position", no_wrap=True)
    for each in worst:
        table.add_row(f"{each.value:+.2f}", each.move, f"{each.second:+.2f}", each.second_move, each.text)
    wide_console().print(table)
