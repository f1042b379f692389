"""What `graph`, `links` and `why` found, as text for people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from brainwiki.cli.common import paint
from brainwiki.cli.wrapping import cut, wrap
from brainwiki.graph.context import ContextLink, sentence_at
from brainwiki.graph.nodes import Edge, Node
from brainwiki.graph.trail import SUPPORTS, Said, Step, Trail, quote_span
from brainwiki.markup.shown import counted
from brainwiki.model.page import Claim, Page
from brainwiki.rules.explain import escaped
from brainwiki.usecases.explore import ClaimsView, GraphView, LinksView

_STYLES = {"verifiable": "good", "asserted": "warn", "unverifiable": "warn", "broken": "block"}
_CUTS = {
    "self": "the page cites itself",
    "circular": "circular: it rests on a page above",
    "told": "what it rests on is told above",
    "deep": "it goes deeper; ask `why` of that page",
}
_FEW = 10  # entries of a list in a summary
_LONG, _SHORT = 700, 240  # characters of a cited turn, and of one that stands beside it
_BRIEF = 72  # columns of the words of an asserted source in a list
_LINES = 12
_MARKDOWN_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")


def _head(page: Page) -> str:
    return f"{paint(escaped(page.title), 'path')}  {paint(escaped(page.id), 'quiet')}"


def graph_text(view: GraphView) -> str:
    """A graph in numbers, or what stands around a node."""
    nodes, edges = view.graph.nodes, view.graph.edges
    by_kind = Counter(edge.kind for edge in edges)
    listed = ", ".join(f"{number} {kind}" for kind, number in sorted(by_kind.items())) or "none"
    size = f"{counted(len(nodes), 'node')}, {counted(len(edges), 'edge')} ({listed})"
    return "\n".join(_around(view, view.around, size) if view.around else _summary(view, size))


def _summary(view: GraphView, size: str) -> Iterator[str]:
    nodes = view.graph.nodes
    kinds = Counter(node.kind for node in nodes.values())
    yield size
    yield wrap("nodes: " + ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items())))
    if nodes:
        yield f"connected parts: {len(view.parts)}, the largest of {counted(len(view.parts[0]), 'node')}"
    ranked = sorted((key for key in nodes if nodes[key].kind != "missing"), key=lambda key: (-view.ranks[key], key))
    central = [f"{100 * view.ranks[key]:4.1f} %  {escaped(key)}" for key in ranked[:_FEW]]
    yield from _listed("Most central, by PageRank", central)
    orphans = [escaped(key) for key in view.orphans]
    yield from _listed(f"Orphans, which nothing links to or cites ({len(orphans)})", orphans)
    wanted = Counter({edge.target: 0 for edge in view.graph.edges if nodes[edge.target].kind == "missing"})
    for edge in view.graph.edges:
        if edge.target in wanted:
            wanted[edge.target] += edge.count
    most = sorted(wanted.items(), key=lambda item: (-item[1], item[0]))
    missing = [f"{number} ×  {escaped(nodes[key].title)}" for key, number in most]
    yield from _listed(f"Missing targets ({len(missing)})", missing)


def _listed(title: str, entries: list[str]) -> Iterator[str]:
    if entries:
        yield ""
        yield paint(title, "path")
        yield from (f"  {entry}" for entry in entries[:_FEW])
        if len(entries) > _FEW:
            yield paint(f"  … and {len(entries) - _FEW} more", "quiet")


def _around(view: GraphView, centre: Node, size: str) -> Iterator[str]:
    yield f"{paint(escaped(centre.title), 'path')}  {paint(escaped(centre.id), 'quiet')}"
    yield f"within {counted(view.hops, 'hop')}: {size}"
    hop = 0
    for key, distance in view.distances.items():
        if distance == 0:
            continue
        if distance != hop:
            hop = distance
            yield ""
            yield paint(counted(hop, "hop"), "path")
        node = view.graph.nodes[key]
        touching = (
            [edge for edge in view.graph.edges if {edge.source, edge.target} == {key, centre.id}] if hop == 1 else []
        )
        marks = ", ".join(_mark(edge, centre) for edge in touching)
        yield f"  {node.kind:8} {escaped(key)}" + (f"  {paint(marks, 'quiet')}" if marks else "")


def _mark(edge: Edge, centre: Node) -> str:
    arrow = "→" if edge.source == centre.id else "←"
    return f"{arrow} {edge.kind}" + (f" ×{edge.count}" if edge.count > 1 else "")


def links_text(view: LinksView) -> str:
    """The links of a page, out and in."""
    shown = [found for found in view.out if found.state != "web"]
    web = len(view.out) - len(shown)
    parts = [_head(view.page), "", paint(f"Out ({len(shown)})", "path"), *(_out(found) for found in shown)]
    if web:
        parts.append(paint(f"  and {web} to the web", "quiet"))
    parts.extend(["", paint(f"In ({len(view.into)})", "path"), *(_into(found) for found in view.into)])
    if view.cited_by:
        parts.extend(["", paint(f"Cited as evidence by ({len(view.cited_by)})", "path")])
        parts.extend(f"  {escaped(node.id)}" for node in view.cited_by)
    return "\n".join(parts)


def _written(found: ContextLink) -> str:
    link = found.link
    target = f"{link.target}#{link.fragment}" if link.fragment else link.target
    return f"{target} “{found.label}”" if found.label else target


def _out(found: ContextLink) -> str:
    number = found.place[0]
    if found.state in ("missing", "ambiguous", "escape"):
        reason = found.node.reason if found.node else ""
        listed = f": {', '.join(found.candidates)}" if found.candidates else ""
        return f"  {number:>4}  {paint(found.state, 'block')}  {escaped(_written(found))}  ({escaped(reason + listed)})"
    where = found.node.id if found.node else found.state
    part = f"#{found.link.fragment}" if found.link.fragment else ""
    marks = [
        word
        for word in (
            found.link.form if found.link.form != "wikilink" else "",
            "itself" if found.state == "self" else "",
        )
        if word
    ]
    label = f"  “{escaped(found.label)}”" if found.label else ""
    return f"  {number:>4}  {escaped(where + part)}{label}" + (
        paint(f"  ({', '.join(marks)})", "quiet") if marks else ""
    )


def _into(found: ContextLink) -> str:
    head = f"  {paint(escaped(found.page.id), 'path')}:{found.place[0]}"
    label = f"  as “{escaped(found.label)}”" if found.label else ""
    return f"{head}{label}\n{wrap(cut(sentence_at(found.page, found.link.start), _LONG), '      ')}"


def claims_text(view: ClaimsView) -> str:
    """The claims of a page and the support of each."""
    every = {step.source.id: step for _, steps in view.claims for step in steps} | {
        step.source.id: step for step in view.uncited
    }
    tally = Counter(step.support for step in every.values())
    supports = ", ".join(f"{tally[support]} {support}" for support in SUPPORTS if tally[support]) or "none"
    parts = [_head(view.page), f"{counted(len(view.claims), 'claim')}; sources: {supports}"]
    for claim, steps in view.claims:
        indent = "    " if claim.parent else ""
        parts.extend(["", _claim(view.page, claim, indent), *(f"{indent}    {_step_line(step)}" for step in steps)])
    if view.uncited:
        parts.extend(["", paint("Cited by no claim", "path"), *(f"    {_step_line(step)}" for step in view.uncited)])
    return "\n".join(parts)


def _claim(page: Page, claim: Claim, indent: str = "") -> str:
    place = f"line {page.place(claim.start)[0]}"
    return f"{indent}{paint(claim.id, 'path')}  {paint(place, 'quiet')}\n{wrap(claim.text, indent + '  ')}"


def _step_line(step: Step) -> str:
    """A source in one line: where it leads, or the first of the words that stand for it."""
    source = step.source
    name = source.resource or wrap(source.title, room=_BRIEF).partition("\n")[0]
    if step.node is not None and source.form in ("wikilink", "markdown"):
        name = step.node.id
    words = [paint(step.support, _STYLES[step.support]), escaped(name)]
    if step.support == "broken":
        words.append(paint(f"({escaped(step.reason)})", "quiet"))
    return f"[{escaped(source.id)}] {'  '.join(word for word in words if word)}"


def trail_text(trail: Trail) -> str:
    """The trail of a claim down to the words that bear it."""
    parts = [_head(trail.page), "", _claim(trail.page, trail.claim)]
    if trail.replaced_by:
        parts.append(wrap(f"replaced by {trail.replaced_by.id}: {trail.replaced_by.text}", "  "))
    for step in trail.steps:
        parts.extend(["", *_steps([step], "")])
    if trail.history:
        parts.extend(["", paint("History", "path")])
    for old, steps in trail.history:
        parts.extend([_claim(trail.page, old, "  "), *_steps(steps, "  ")])
    return "\n".join(parts)


def _steps(steps: Iterable[Step], indent: str) -> Iterator[str]:
    for step in steps:
        yield f"{indent}{_step_line(step)}"
        yield from _step(step, indent + "    ")


def _step(step: Step, indent: str) -> Iterator[str]:
    """Everything that is known of one source."""
    title = _title(step)
    if title:
        yield wrap(title, indent)
    if step.source.quote:
        yield wrap(f"“{step.source.quote}”", indent)
        yield indent + _verdict(step)
    elif step.support in ("unverifiable", "asserted"):
        yield wrap(step.reason, indent)
    for said in step.turns:
        yield from _turn(said, step.source.quote, indent)
    yield from _quoted_lines(step, indent)
    if step.support == "verifiable" and not step.turns and not step.lines:
        yield paint(f"{indent}cited as a whole, without a quote", "quiet")
    if step.origin:
        yield paint(wrap(f"taken from {step.origin}", indent), "quiet")
    if step.cut:
        yield paint(f"{indent}{_CUTS[step.cut]}", "quiet")
    for down in step.down:
        yield paint(f"{indent}which rests on", "quiet")
        if down.claim is not None:
            yield wrap(f"{down.claim.id}: {down.claim.text}", indent + "  ")
        yield from _steps(down.steps, indent + "  ")


def _title(step: Step) -> str:
    """The title of a source, or the words of its footnote, empty where they say no more than its name."""
    node = step.node.title if step.node else ""
    words = _MARKDOWN_LINK.sub(r"\1", step.source.title)
    title = node if not words or words == f"[[{step.source.resource}]]" else words
    return "" if title in step.source.resource or step.node and title == step.node.id else title


def _verdict(step: Step) -> str:
    if step.quoted:
        moved = f", but moved: it was cited at L{step.evidence.lines[0]}" if step.moved else ""
        return paint(f"✓ stands there{moved}", "good")
    if step.quoted is False:
        return paint("✗ does not stand there", "block")
    return paint(f"? cannot be looked up here: {escaped(step.reason)}", "warn")


def _turn(said: Said, quote: str, indent: str) -> Iterator[str]:
    turn = said.turn
    head = f"turn {turn.number}  {turn.role}  {turn.at}"
    mark = paint("▸", "caret") if said.is_cited else " "
    yield f"{indent}{mark} {paint(escaped(head), 'path' if said.is_cited else 'quiet')}"
    span = quote_span(turn.text, quote) if said.is_cited else None
    yield wrap(cut(turn.text, _LONG if said.is_cited else _SHORT, span[0] if span else 0), indent + "    ")


def _quoted_lines(step: Step, indent: str) -> Iterator[str]:
    if not step.lines:
        return
    size = len(str(step.lines[-1].number))
    path = step.node.path or step.node.id if step.node else ""
    yield paint(f"{indent}{escaped(path)}:{step.lines[0].number}", "quiet")
    for line in step.lines[:_LINES]:
        text = wrap(cut(line.text, _LONG), indent + " " * (size + 3))
        yield f"{indent}{line.number:>{size}} │ {text[len(indent) + size + 3 :]}"
    if len(step.lines) > _LINES:
        yield paint(f"{indent}… and {len(step.lines) - _LINES} more lines", "quiet")
