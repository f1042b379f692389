"""A weight file of a tiny model, for tests of the reader and of the network."""

from __future__ import annotations

import random
import struct

WIDTH, LAYERS, HEADS, INNER, WORDS, PLACES, KINDS = 32, 2, 4, 64, 40, 16, 2
PIECES = [
    "<s>",
    "<pad>",
    "</s>",
    "<unk>",
    "\u2581",
    "a",
    "b",
    "ab",
    "\u2581ab",
    "\u2581a",
    "猫",
    "\u2581猫",
    "\u2581cab",
    "c",
]
SCORES = [0.0, 0.0, 0.0, 0.0, -2.0, -3.0, -3.5, -4.0, -3.0, -2.5, -5.0, -6.0, -4.5, -6.5]
FORMS = {ord("\t"): " ", ord("Ａ"): "a", ord("\u200b"): "", ord("㎏"): "kg"}


def matrices() -> list[tuple[str, int, int]]:
    """Names, kinds and counts of all matrices."""
    found = [("emb.word", 1, WORDS * WIDTH), ("emb.pos", 0, PLACES * WIDTH), ("emb.type", 0, KINDS * WIDTH)]
    found += [("emb.ln.w", 0, WIDTH), ("emb.ln.b", 0, WIDTH)]
    for layer in range(LAYERS):
        for part in ("q", "k", "v", "ao"):
            found += [(f"l{layer}.{part}.w", 1, WIDTH * WIDTH), (f"l{layer}.{part}.b", 0, WIDTH)]
        found += [(f"l{layer}.fi.w", 1, INNER * WIDTH), (f"l{layer}.fi.b", 0, INNER)]
        found += [(f"l{layer}.fo.w", 1, INNER * WIDTH), (f"l{layer}.fo.b", 0, WIDTH)]
        found += [(f"l{layer}.{part}.{one}", 0, WIDTH) for part in ("aln", "oln") for one in "wb"]
    return found


def content(kind: int, count: int, rng: random.Random) -> bytes:
    """Random weights, packed where the kind says so."""
    if kind == 0:
        return struct.pack(f"<{count}f", *(rng.uniform(-1, 1) for _ in range(count)))
    blocks = (struct.pack("<e", rng.uniform(0.01, 0.2)) + rng.randbytes(16) for _ in range(count // 32))
    return b"".join(blocks)


def head(magic: bytes = b"E5S1", version: int = 1, block: int = 32, **sizes: int) -> bytes:
    """The first fields of a file."""
    names = ("width", "layers", "heads", "inner", "words", "places", "kinds")
    usual = dict(zip(names, (WIDTH, LAYERS, HEADS, INNER, WORDS, PLACES, KINDS), strict=True))
    return magic + struct.pack("<i7ifi", version, *{**usual, **sizes}.values(), 1e-12, block)


def vocabulary(pieces: list[str] = PIECES, unknown: int = 3) -> bytes:
    """The vocabulary and the forms of characters."""
    raw = [piece.encode() for piece in pieces]
    places = [sum(map(len, raw[:number])) for number in range(len(raw) + 1)]
    forms = b"".join(
        struct.pack("<IB", char, len(form)) + struct.pack(f"<{len(form)}I", *map(ord, form))
        for char, form in FORMS.items()
    )
    return (
        struct.pack("<5iQ", len(raw), 0, 2, 1, unknown, len(b"".join(raw)))
        + struct.pack(f"<{len(places)}I", *places)
        + struct.pack(f"<{len(raw)}f", *SCORES[: len(raw)])
        + b"".join(raw)
        + struct.pack("<iI", len(FORMS), len(forms))
        + forms
    )


def directory(at: int, entries: list[tuple[str, int, int]], sizes: list[int]) -> bytes:
    """The directory of matrices that begin at `at`."""
    found = struct.pack("<i", len(entries))
    for (name, kind, count), size in zip(entries, sizes, strict=True):
        found += struct.pack("<H", len(name)) + name.encode() + struct.pack("<BIQQ", kind, count, at, size)
        at += size
    return found


def model(seed: int = 1, begins: bytes = b"", words: bytes = b"") -> bytes:
    """A whole file."""
    rng = random.Random(seed)
    entries = matrices()
    bodies = [content(kind, count, rng) for _, kind, count in entries]
    sizes = [len(body) for body in bodies]
    front = (begins or head()) + (words or vocabulary())
    at = len(front) + len(directory(0, entries, sizes))
    return front + directory(at, entries, sizes) + b"".join(bodies)
