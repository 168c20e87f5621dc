"""orchard tree: the tree a player searched, on screen, as JSON, or as a picture."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.shells.commands import _certain
from orchard.shells.commands._common import console, file_errors, json_option, position_argument, print_json
from orchard.shells.commands._search import depth_table, ready_player, search_options

if TYPE_CHECKING:
    from orchard.core.game import Color, Position
    from orchard.core.player import Player
    from orchard.core.tree import TreeNode

BAR_WIDTH = 16


@click.command()
@position_argument
@partial(search_options, player_required=False)
@click.option("--whole", is_flag=True, help="The whole tree of an ending with exact results, whoever plays.")
@click.option(
    "--proof", is_flag=True, help="Why the result is certain: one move of one side, all answers of the other."
)
@click.option("--fold/--no-fold", default=True, help="With --whole: moves that lead to mirror images as one; default.")
@click.option("--depth", type=click.IntRange(1, 20), default=3, show_default=True, help="Plies of the tree to show.")
@click.option("--width", type=click.IntRange(1), default=5, show_default=True, help="Moves to print at each node.")
@click.option("--svg", type=click.Path(dir_okay=False), metavar="FILE", help="Write the tree as an SVG picture.")
@click.option("--html", type=click.Path(dir_okay=False), metavar="FILE", help="Write an HTML page with the picture.")
@json_option
def tree(
    position: orchard.Position,
    spec: str | None,
    limits: orchard.Limits,
    whole: bool,
    proof: bool,
    fold: bool,
    depth: int,
    width: int,
    svg: str | None,
    html: str | None,
    as_json: bool,
) -> None:
    """Show the tree that a player searches. It has visits, values, bounds and cut-offs.

    For an engine whose tree is too large to show (sage, novice) the table lists what each depth found and cost.

    In the picture every position is as high as its share of the visits, so it shows where the time went.

    With --whole or --proof no player is needed: the results are exact.

    \b
    Examples:
      orchard tree reversi --moves f5d6c3 --player apple --depth 3
      orchard tree reversi --moves f5d6c3 --player apple:difficulty=hard --html tree.html
      orchard tree tic_tac_toe --moves a1b2c3 --whole --depth 2
      orchard tree gomoku --moves h8h7i8a1j8a15 --proof --depth 4
    """
    from orchard.core.interrupts import stop_on_interrupt
    from orchard.shells import tree_picture
    from orchard.shells.interrupt import interruptible
    from orchard.study import look

    game = position.game
    if position.is_over:
        raise click.UsageError("the game is over: there is nothing to search")
    if whole or proof:
        if (whole and proof) or spec or svg or html:
            raise click.UsageError("--whole and --proof each stand alone, without --player, --svg or --html")
        _certain.show(position, "whole" if whole else "proof", depth, width, fold, as_json)
        return
    if spec is None:
        raise click.UsageError("name the player whose tree to show with --player, or use --whole or --proof")
    with ready_player(spec, game) as player, stop_on_interrupt(limits.stop):
        if player.shows_depths and not look.shows_tree(player, game) and not (svg or html):
            show_depths(player, position, limits, as_json)
            return
        if type(player).search_tree is orchard.Player.search_tree:
            raise click.UsageError(f"{player.name} searches no tree that could be shown; {those_with_trees(game)} do")
        root = interruptible(lambda: player.search_tree(position, limits, depth), limits.stop)
    for path, draw in ((svg, tree_picture.as_svg), (html, tree_picture.as_html)):
        if path:
            with file_errors("write", path):
                Path(path).write_text(draw(root, position, player.spec), encoding="utf-8")
    if as_json:
        print_json(
            {"game": game.name, "player": player.spec, "text": position.text, "depth": depth, "tree": root.as_json()}
        )
    elif not (svg or html):
        console().print(drawn(root, position.to_move, width))
    if limits.stop.is_set():
        click.echo("orchard: stopped", err=True)
        raise click.exceptions.Exit(130)


def those_with_trees(game: orchard.Game) -> str:
    from orchard.players import player_class

    classes = [player_class(name) for name in orchard.players() if player_class(name).plays(game)]
    return ", ".join(kind.name for kind in classes if kind.search_tree is not orchard.Player.search_tree)


def show_depths(player: Player, position: Position, limits: orchard.Limits, as_json: bool) -> None:
    from orchard.study import look

    _, depths = look.look_inside(player, position, limits)
    if as_json:
        answer = {"game": position.game.name, "player": player.spec, "text": position.text}
        print_json({**answer, "depths": look.as_json(depths)})
    elif depths:
        console().print(depth_table(depths))


def drawn(root: TreeNode, to_move: Color, width: int) -> Any:
    """The tree for the terminal, `width` moves at each node, each with its share of the root's visits."""
    from rich.tree import Tree

    from orchard.core.game import other
    from orchard.shells.tree_picture import value_text

    top = Tree(f"[bold]{root.visits:,} visits[/bold], {to_move} to move")

    def add(branch: Tree, node: TreeNode, mover: Color) -> None:
        for child in node.children[:width]:
            share = child.visits / max(1, root.visits)
            bar = "█" * round(BAR_WIDTH * share) or "▏"
            disc = "●" if mover == "black" else "○"
            cut = ""
            if child.cut:
                cut = f" [red]✂ cut, {len(child.unsearched)} not looked at[/red]"
            shown = f"[green]{bar}[/green] {child.visits:,} ({share:.1%})"
            label = f"{disc} [bold]{child.move}[/bold] {value_text(child)} {shown}{cut}"
            add(branch.add(label), child, other(mover))
        left = node.children[width:]
        if left:
            visits = sum(child.visits for child in left)
            branch.add(f"[dim]and {len(left)} more, visits: {visits:,}[/dim]")

    add(top, root, to_move)
    return top
