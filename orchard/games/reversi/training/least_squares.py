"""Least squares for pattern weights: a position's value is a sum of weights. Needs no PyTorch; with it, uses a GPU.

That is a large, sparse linear system (58 terms of some 170,000 per position), solved with conjugate gradients: no
learning rate, the same answer every time.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from orchard.core.course import Array, Columns
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.training.sums import added_up, shared_out

STEP = 1 << 18  # positions whose places are worked out at once


def places(columns: Columns, xp: Any = np, device: str = "") -> Any:
    """Which folded weights each position adds up: [positions, terms]. `xp` is numpy or torch."""

    def there(array: Array) -> Any:
        return array if xp is np else xp.from_numpy(np.ascontiguousarray(array)).to(device)

    own, enemy = there(columns["own"].view(np.int64)), there(columns["enemy"].view(np.int64))
    discs = [((own >> square) & 1) - ((enemy >> square) & 1) for square in range(64)]
    terms = []
    for pattern, squares in tables.INSTANCES:
        place = discs[squares[0]] + pattern.middle
        for digit, square in enumerate(squares[1:], 1):
            place = place + discs[square] * 3**digit
        terms.append(place)
    occupied = own | enemy
    bits = [(occupied >> square) & 1 for square in range(64)]
    empties = 64 - sum(bits)
    odd = 0
    for top, left in ((0, 0), (0, 4), (4, 0), (4, 4)):
        odd = odd + sum(bits[8 * row + column] for row in range(top, top + 4) for column in range(left, left + 4)) % 2
    terms.append(there(columns["own_moves"].astype(np.int64)) + tables.OWN_MOBILITY)
    terms.append(there(columns["enemy_moves"].astype(np.int64)) + tables.ENEMY_MOBILITY)
    terms.append(odd + tables.PARITY)
    terms.append(empties + tables.BIAS)
    fold = there(tables.FOLD.astype(np.int64))
    if xp is np:
        return np.stack([fold[term].astype(np.int32) for term in terms], 1)
    return xp.stack([fold[term] for term in terms], 1)


class CompiledSolver:
    """The two products that conjugate gradients need, in compiled code."""

    def __init__(self, columns: Columns, target: Array) -> None:
        self.where = np.empty((len(target), len(tables.INSTANCES) + 4), np.int32)
        for first in range(0, len(target), STEP):
            part = {name: column[first : first + STEP] for name, column in columns.items()}
            self.where[first : first + STEP] = places(part)
        self.target = target.astype(np.float64)

    def predict(self, weights: Array) -> Array:
        return added_up(self.where, weights)

    def gather(self, residual: Array) -> Array:
        return shared_out(self.where, residual, tables.FOLDED_WEIGHTS)

    def solve(self, start: Array, counts: Array, ridge: float, steps: int) -> tuple[Array, list[float]]:
        return conjugate_gradients(self, start.astype(np.float64), counts.astype(np.float64), ridge, steps, np.dot)

    def errors(self, weights: Array) -> Array:
        """By how much the sums of these weights are above the targets."""
        return self.predict(weights) - self.target


class TorchSolver:
    """The same two products in PyTorch, on a GPU or the CPU."""

    def __init__(self, columns: Columns, target: Array, device: str) -> None:
        import torch

        self.torch, self.device = torch, device
        pieces = []
        for first in range(0, len(target), STEP):
            part = {name: column[first : first + STEP] for name, column in columns.items()}
            pieces.append(places(part, torch, device).to(torch.int32))
        self.where = torch.cat(pieces).T.contiguous()  # [terms, positions]
        self.target64, self.target = target, torch.from_numpy(target.astype(np.float32)).to(device)

    def predict(self, weights: Any) -> Any:
        total = self.torch.zeros(len(self.target), device=self.device)
        for places_of_term in self.where:
            total += weights[places_of_term]
        return total

    def gather(self, residual: Any) -> Any:
        total = self.torch.zeros(tables.FOLDED_WEIGHTS, device=self.device)
        for places_of_term in self.where:
            total.index_add_(0, places_of_term, residual)
        return total

    def there(self, array: Array) -> Any:
        return self.torch.from_numpy(array.astype(np.float32)).to(self.device)

    def solve(self, start: Array, counts: Array, ridge: float, steps: int) -> tuple[Array, list[float]]:
        def dot(a: Any, b: Any) -> float:
            return float(self.torch.dot(a, b))

        found, curve = conjugate_gradients(self, self.there(start), self.there(counts), ridge, steps, dot)
        return found.cpu().numpy(), curve

    def errors(self, weights: Array) -> Array:
        return np.asarray(self.predict(self.there(weights)).cpu().numpy()) - self.target64


def conjugate_gradients(
    system: Any, start: Any, counts: Any, ridge: float, steps: int, dot: Callable[[Any, Any], float]
) -> tuple[Any, list[float]]:
    """Least squares with each weight held to its start by `ridge` imagined positions; the error after every step.

    `counts` says how many positions each position counts as.
    """
    scale = system.gather(counts) + ridge  # the diagonal: how often each weight is used
    change = start * 0
    left = system.target - system.predict(start)
    total = float(counts.sum())
    gradient = system.gather(left * counts)
    direction = gradient / scale
    size = dot(gradient, direction)
    curve = [float(dot(left * counts, left) / total) ** 0.5]
    for _ in range(steps):
        if size <= 1e-9:
            break
        shadow = system.predict(direction)
        step = size / (dot(shadow * counts, shadow) + ridge * dot(direction, direction))
        change = change + direction * step
        left = left - shadow * step
        gradient = gradient - (system.gather(shadow * counts) + direction * ridge) * step
        better = gradient / scale
        new_size = dot(gradient, better)
        direction = better + direction * (new_size / size)
        size = new_size
        curve.append(float(dot(left * counts, left) / total) ** 0.5)
    return start + change, curve


def system(columns: Columns, target: Array, device: str) -> CompiledSolver | TorchSolver:
    return CompiledSolver(columns, target) if device == "numpy" else TorchSolver(columns, target, device)


def device_of(wish: str) -> str:
    if wish != "auto":
        return wish
    try:
        import torch
    except ImportError:
        return "numpy"
    return "cuda" if torch.cuda.is_available() else "numpy"
