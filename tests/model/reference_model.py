"""The parts of the model written out with loops over Python numbers: slow, and easy to believe."""

from __future__ import annotations

import math

Vector = list[float]


def norm_by_loops(x: Vector, eps: float = 1.1920929e-07) -> Vector:
    root = math.sqrt(sum(value * value for value in x) / len(x) + eps)
    return [value / root for value in x]


def rotate_by_loops(x: Vector, position: int, base: float = 10_000.0) -> Vector:
    half = len(x) // 2
    rotated = [0.0] * len(x)
    for i in range(half):
        angle = position * base ** (-2 * i / len(x))
        rotated[i] = x[i] * math.cos(angle) - x[i + half] * math.sin(angle)
        rotated[i + half] = x[i] * math.sin(angle) + x[i + half] * math.cos(angle)
    return rotated


def attention_by_loops(queries: list[Vector], keys: list[Vector], values: list[Vector]) -> list[Vector]:
    """One head: position t attends to the positions 0 to t."""
    answers = []
    for t, query in enumerate(queries):
        scores = [sum(a * b for a, b in zip(query, keys[s], strict=True)) * 15.0 / len(query) for s in range(t + 1)]
        largest = max(scores)
        weights = [math.exp(score - largest) for score in scores]
        total = sum(weights)
        answers.append([sum(w / total * values[s][i] for s, w in enumerate(weights)) for i in range(len(values[0]))])
    return answers


def linear_by_loops(matrix: list[Vector], x: Vector) -> Vector:
    return [sum(a * b for a, b in zip(row, x, strict=True)) for row in matrix]
