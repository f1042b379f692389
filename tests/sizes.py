"""The size limits of the house: run by `make check`, exits with 1 and names every place that is over."""

from __future__ import annotations

import ast
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "brainwiki"
MODULE_LINES = 400
FUNCTION_LINES = 60
NINTH_DECILE = 30
MEDIAN = 10
PARAMETERS = 7  # five is the aim; records of one concept may need more


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from `def` to the last statement."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Named parameters without self and cls."""
    names = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    return len([name for name in names if name not in ("self", "cls")])


def main() -> int:
    """Look at every module; print what is over a limit."""
    wrong: list[str] = []
    lengths: list[int] = []
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        name = path.relative_to(ROOT.parent)
        if text.count("\n") > MODULE_LINES:
            wrong.append(f"{name}: {text.count(chr(10))} lines, at most {MODULE_LINES}")
        if text.strip() and not ast.get_docstring(tree):
            wrong.append(f"{name}: no docstring")
        for function in functions(tree):
            lengths.append(length(function))
            if length(function) > FUNCTION_LINES:
                wrong.append(
                    f"{name}:{function.lineno} {function.name}: {length(function)} lines, at most {FUNCTION_LINES}"
                )
            if parameters(function) > PARAMETERS:
                wrong.append(
                    f"{name}:{function.lineno} {function.name}: {parameters(function)} parameters, at most {PARAMETERS}"
                )
    decile = statistics.quantiles(lengths, n=10)[-1]
    if statistics.median(lengths) > MEDIAN or decile > NINTH_DECILE:
        wrong.append(
            f"functions: median {statistics.median(lengths)}, ninth decile {decile}; at most {MEDIAN} and {NINTH_DECILE}"
        )
    print(
        "\n".join(wrong)
        or f"sizes: {len(lengths)} functions, median {statistics.median(lengths):g}, ninth decile {decile:g} lines"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
