"""BW2xx: wikilinks and relative Markdown links, and pages that nothing leads to."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator

from brainwiki.markup.writer import Edit
from brainwiki.model.affected import lost_no_way
from brainwiki.model.evidence import cited_paths
from brainwiki.model.finding import Severity
from brainwiki.model.names import fold, fold_wide, heading_keys, parent, relative, slug
from brainwiki.model.page import Link, Page
from brainwiki.rules.rule import Example, Hit, Mend, Rule, View, from_problem

_MARKDOWN = ("markdown", "image")
_CLOSED_AFTER_BAR = re.compile(r"\|[^\[\]\n|]*\]\]")
_BARE_BAR = re.compile(r"\[\[[^\[\]\n|\\]*(\|)[^\[\]\n|]*\]\]")
_TARGET = re.compile(r"\[\[([^\[\]|#\\\n]*)")
_SIGNS = frozenset("[]|#^\\")
_TURN = re.compile(r"[1-9][0-9]{0,8}")
_FILE = re.compile(r"\.(?!md$)[A-Za-z][A-Za-z0-9]{1,7}$")


def _shown(link: Link) -> str:
    return f"{link.target}#{link.fragment}" if link.fragment else link.target


def _dead(page: Page, view: View) -> Iterator[Link]:
    """Wikilinks and embeds that name nothing."""
    for link, target in view.wiki.targets(page):
        if target.tier == "none" and link.form not in _MARKDOWN:
            yield link


def _wide(link: Link, view: View) -> str:
    """The name that a link would have if width and compatibility forms did not count; empty where there is none."""
    return view.wiki.wide_names.get(fold_wide(link.target), "")


def _broken(page: Page, view: View) -> Iterator[Hit]:
    """Dead wikilinks; the dialect may ask for one finding a target. Embeds and names of other width have rules of their own."""
    once = bool(view.options.get("BW201", {}).get("once_per_target"))
    for link in _dead(page, view):
        if link.form == "embed" or _wide(link, view) or once and _told_before(page, link, view):
            continue
        yield _nothing(link, view)


def _nothing(link: Link, view: View) -> Hit:
    hint = " or ".join(f"[[{name}]]" for name in view.wiki.nearby.near(link.target))
    is_file = _FILE.search(link.target) is not None
    remedy = f"Did you mean {hint}?" if hint else "Add the file, or name one that is there." if is_file else ""
    what = "There is no file" if is_file else "Nothing answers to"
    return Hit(link.start, link.end, f"{what} [[{link.target}]].", fold(link.target), remedy)


def _broken_embed(page: Page, view: View) -> Iterator[Hit]:
    once = bool(view.options.get("BW213", {}).get("once_per_target"))
    for link in _dead(page, view):
        if link.form == "embed" and not (once and _told_before(page, link, view)):
            yield _nothing(link, view)


def _other_width(page: Page, view: View) -> Iterator[Hit]:
    for link in _dead(page, view):
        name = _wide(link, view)
        if name and link.form != "embed":
            message = f"[[{link.target}]] names [[{name}]] only where width and compatibility forms do not count."
            yield Hit(link.start, link.end, message, fold(link.target), f"Did you mean [[{name}]]?")


def _written_narrow(page: Page, view: View, start: int, end: int) -> Iterator[Edit]:
    """The target in the width that the page's name has, where width is all that differs and one page answers to it."""
    match = _TARGET.match(page.text, start)
    words = match[1] if match else ""
    if match is None or not all(_is_plain_or_of_other_width(char) for char in words):
        return
    narrow = unicodedata.normalize("NFKC", words)
    if _SIGNS.isdisjoint(narrow) and view.wiki.resolve_name(page.path, narrow.strip()).path:
        yield Edit(match.start(1), match.end(1), narrow)


def _is_plain_or_of_other_width(char: str) -> bool:
    """Whether NFKC leaves a character, or changes nothing but its width: ² and ① are no 2 and no 1."""
    return unicodedata.normalize("NFKC", char) == char or unicodedata.decomposition(char).startswith(
        ("<wide>", "<narrow>")
    )


def _escaped_bar(page: Page, view: View, start: int, end: int) -> Iterator[Edit]:
    """A backslash before the bar, where the next cell closes the link and one page or file answers to it."""
    name = page.text[start + 2 : end].partition("#")[0]
    closed = _CLOSED_AFTER_BAR.match(page.text, end)
    if closed and view.wiki.resolve_name(page.path, name.strip()).path:
        yield Edit(end, end, "\\")
        yield from _bars_behind(page, closed.end())


def _bars_behind(page: Page, at: int) -> Iterator[Edit]:
    """The same for links behind the last cell: they are whole only while the row has too many cells, and are cut once it has not."""
    while True:
        match = _BARE_BAR.search(page.text, at)
        if match is None or "\n" in page.text[at : match.start()] or not _begins_link(page, match.start()):
            return
        yield Edit(match.start(1), match.start(1), "\\")
        at = match.end()


def _begins_link(page: Page, start: int) -> bool:
    """Whether a wikilink or an embed begins with the brackets at `start`."""
    after = bisect_right(page.links, start, key=lambda link: link.start)
    return after > 0 and start - page.links[after - 1].start in (0, page.links[after - 1].form == "embed")


def _told_before(page: Page, link: Link, view: View) -> bool:
    """Whether the same missing target stands on an earlier page, or earlier on this one."""
    table = view.wiki.first_mentions
    return table.get(fold(link.target)) != (page.path, link.start)


def _ambiguous(page: Page, view: View) -> Iterator[Hit]:
    for link, target in view.wiki.targets(page):
        if len(target.paths) > 1 and link.form not in _MARKDOWN:
            listed = ", ".join(path.removesuffix(".md") for path in target.paths)
            yield Hit(
                link.start,
                link.end,
                f"[[{link.target}]] names {len(target.paths)} pages by {target.tier}: {listed}.",
                fold(link.target),
                "Write the path of the page that is meant.",
            )
        elif link.fragment:
            yield from _equal_headings(link, view.wiki.pages.get(target.path or ""))


def _equal_headings(link: Link, page: Page | None) -> Iterator[Hit]:
    """A warning where several headings of the page that a link leads to answer to its words; a path of headings tells them apart."""
    if page is None or link.form in _MARKDOWN or "#" in link.fragment or link.fragment.startswith("^"):
        return
    count, anchor = max((page.equal_headings.get(key, (0, "")) for key in heading_keys(link.fragment)), default=(0, ""))
    if count:
        message = f"[[{_shown(link)}]] names {count} headings of {page.id}."
        remedy = f"Give each heading words of its own, or name a later one by its anchor: `#{anchor}`."
        yield Hit(link.start, link.end, message, fold(_shown(link)), remedy, mild=True)


def _missing_part(page: Page, view: View) -> Iterator[Hit]:
    for link, target in view.wiki.targets(page):
        if not link.fragment:
            continue
        other = view.wiki.pages.get(target.path or "")
        if other is None or has_part(view, other, link.fragment):
            continue
        hint = other.nearby_anchors.near(slug(link.fragment))
        remedy = f"Did you mean #{hint[0]}?" if hint else ""
        part = "block" if link.fragment.startswith("^") else "heading"
        yield Hit(link.start, link.end, f"{other.id} has no {part} `{link.fragment}`.", fold(_shown(link)), remedy)


def has_part(view: View, page: Page, fragment: str) -> bool:
    """Whether a page has the heading, block, claim or turn that a fragment names; of `a#b` the last counts."""
    last = fragment.rpartition("#")[2].strip()
    if last.startswith("^"):
        return last[1:] in page.blocks
    if heading_keys(last) & page.fragments or last in page.claim_ids:
        return True
    transcript = view.wiki.transcripts.get(page.id)
    number = last.removeprefix("turn-")
    return transcript is not None and _TURN.fullmatch(number) is not None and int(number) in transcript.numbers


def _escapes(page: Page, view: View) -> Iterator[Hit]:
    for link, target in view.wiki.targets(page):
        if target.tier == "escape":
            yield Hit(link.start, link.end, f"The link to {link.target!r} leaves the brain.", fold(link.target))


def _broken_markdown(page: Page, view: View) -> Iterator[Hit]:
    for link, target in view.wiki.targets(page):
        if target.tier == "none" and link.form in _MARKDOWN:
            names = view.wiki.nearby_files.near(link.target.rpartition("/")[2])
            paths = view.wiki.by_file_name[names[0]][:3] if names else []
            hint = " or ".join(relative(parent(page.path), path) for path in paths)
            remedy = f"Did you mean {hint}?" if hint else ""
            yield Hit(link.start, link.end, f"There is no file at {link.target}.", fold(link.target), remedy)


def _orphans(view: View) -> Iterator[Hit]:
    """Pages that no other page links to or cites; a generated listing does not count, a hand-written one does."""
    reached = set(cited_paths(view.wiki))
    for page in view.wiki:
        if page.kind == "index" and view.wiki.dialect.generated_index or page.kind == "log":
            continue
        reached.update(path for path in view.wiki.survey.reach[page.path] if path != page.path)
    for page in view.wiki:
        if page.kind in ("page", "note", "source") and page.path not in reached:
            yield Hit(0, 0, "No other page links to this page or cites it.", "orphan", path=page.path)


_OTHER = {
    "knowledge/other.md": "---\ntype: concept\ntitle: Other\ndescription: d\n---\n# Other\n\n## Costs\n\nText. ^b1\n"
}
_TWINS = {
    "knowledge/a/twin.md": "---\ntype: concept\ntitle: Twin A\ndescription: d\n---\nText.\n",
    "knowledge/b/twin.md": "---\ntype: concept\ntitle: Twin B\ndescription: d\n---\nText.\n",
}
_LINKED = {
    **_OTHER,
    "knowledge/third.md": "---\ntype: concept\ntitle: Third\ndescription: d\n---\nSee [[example]] and [[other]].\n",
}

RULES: tuple[Rule, ...] = (
    Rule(
        "BW201",
        "broken-wikilink",
        Severity.BLOCK,
        "A wikilink that names nothing.",
        "A reader who follows it finds no page, and what the writer meant is lost.",
        "Write the page, or name one that exists by path, file name, title or alias.",
        bad=(Example("See [[otter]].\n", files=_OTHER),),
        good=(Example("See [[other]] and [[Other|the other one]].\n", files=_OTHER),),
        listings=True,
        scope="wiki",
        among=lambda wiki: wiki.survey.doubtful,
        check=_broken,
    ),
    Rule(
        "BW202",
        "ambiguous-link",
        Severity.BLOCK,
        "A wikilink that several pages, or several headings of one page, answer to.",
        "A guess would lead half of the readers to the wrong page.",
        "Write the path of the page that is meant.",
        bad=(
            Example("See [[twin]].\n", files=_TWINS),
            Example("## Costs\n\nFive.\n\n## Costs\n\nSix; see [[#Costs]].\n", "two headings of one name: WARN"),
        ),
        good=(
            Example("See [[knowledge/a/twin]] and [[Twin B]].\n", files=_TWINS),
            Example("## Costs\n\nFive.\n\n## Costs\n\nSix.\n", "two headings that nobody links to"),
        ),
        listings=True,
        scope="wiki",
        among=lambda wiki: wiki.survey.doubtful,
        check=_ambiguous,
    ),
    Rule(
        "BW203",
        "missing-part",
        Severity.BLOCK,
        "A link to a heading or block that the page does not have.",
        "The reader lands at the top of a page and does not learn what was meant.",
        "Name a heading or block that exists, or drop the part after `#`.",
        bad=(Example("See [[other#Prices]].\n", files=_OTHER), Example("See [[other#^b2]].\n", files=_OTHER)),
        good=(Example("See [[other#Costs]] and [[other#^b1]].\n", files=_OTHER),),
        listings=True,
        scope="wiki",
        among=lambda wiki: wiki.survey.doubtful,
        check=_missing_part,
    ),
    Rule(
        "BW204",
        "malformed-link",
        Severity.WARN,
        "A wikilink that is empty, nested or never closed.",
        "It shows as loose brackets and links to nothing.",
        "Write `[[target]]` or `[[target|label]]` on one line; in a table write the bar as `\\|`.",
        bad=(
            Example("See [[]].\n"),
            Example("See [[other and more.\n", files=_OTHER),
            Example("See [[a [[other]] b]].\n", files=_OTHER),
        ),
        good=(Example("See [[other]] and `[[]]`.\n", files=_OTHER),),
        listings=True,
        problem="malformed-link",
        check=from_problem("malformed-link", lambda page, words: f"The wikilink that opens here is {words[0]}."),
    ),
    Rule(
        "BW205",
        "link-leaves-brain",
        Severity.BLOCK,
        "A link whose path leaves the brain.",
        "A path out of the brain works on one machine only, and following it would tell what lies on that machine's disk.",
        "Link to a page of the brain, or cite the outside file as a source.",
        bad=(Example("See [notes](../../../notes.md).\n"), Example("See [[/etc/hosts]].\n")),
        good=(Example("See [other](other.md).\n", files=_OTHER),),
        integrity=True,
        listings=True,
        scope="wiki",
        among=lambda wiki: wiki.survey.doubtful,
        check=_escapes,
    ),
    Rule(
        "BW206",
        "broken-markdown-link",
        Severity.BLOCK,
        "A relative Markdown link to a file that does not exist.",
        "It breaks in every viewer, also in those that know no wikilinks.",
        "Correct the path: it is read from the page's folder, and from the root of the wiki where the profile allows a leading slash.",
        bad=(Example("See [other](othr.md).\n", files=_OTHER),),
        good=(Example("See [other](other.md#costs) and [home](https://example.org).\n", files=_OTHER),),
        listings=True,
        scope="wiki",
        among=lambda wiki: wiki.survey.doubtful,
        check=_broken_markdown,
    ),
    Rule(
        code="BW207",
        slug="bar-in-cell",
        severity=Severity.WARN,
        summary="A bare bar in a wikilink in a table.",
        why="The bar ends the cell: the link is cut in two, and the rest of the row moves one column on.",
        remedy="Write the bar as `\\|` inside a table.",
        bad=(Example("| a | b |\n|---|---|\n| [[other|the other]] | x |\n", files=_OTHER),),
        good=(Example("| a | b |\n|---|---|\n| [[other\\|the other]] | x |\n", files=_OTHER),),
        fix="safe",
        mend=Mend(edits=_escaped_bar, links="found"),
        listings=True,
        problem="bar-in-cell",
        check=from_problem("bar-in-cell", lambda page, words: f"The bar after `[[{words[0]}` ends the table cell."),
    ),
    Rule(
        code="BW208",
        slug="other-width",
        severity=Severity.WARN,
        summary="A wikilink that names a page only under another width or compatibility form.",
        why="Full-width letters look the same and are other characters; search and other tools do not find the page by them.",
        remedy="Write the name as the page has it.",
        bad=(Example("See [[ｏｔｈｅｒ]].\n", files=_OTHER),),
        good=(Example("See [[other]].\n", files=_OTHER),),
        fix="safe",
        mend=Mend(edits=_written_narrow, links="found"),
        listings=True,
        scope="wiki",
        among=lambda wiki: wiki.survey.doubtful,
        check=_other_width,
    ),
    Rule(
        code="BW213",
        slug="broken-embed",
        severity=Severity.BLOCK,
        summary="An embed of a page or file that is not there.",
        why="Readers see an empty frame where a picture or a text was meant.",
        remedy="Add the file, or name one that exists.",
        bad=(Example("![[chart.png]]\n"), Example("![[otter]]\n", files=_OTHER)),
        good=(Example("![[other]]\n", files=_OTHER),),
        listings=True,
        scope="wiki",
        among=lambda wiki: wiki.survey.doubtful,
        check=_broken_embed,
    ),
    Rule(
        "BW210",
        "orphan-page",
        Severity.WARN,
        "A page that no other page links to or cites.",
        "Readers who browse never meet it, and agents that follow links do not either.",
        "Link it from a page on a near subject. Generated listings do not count.",
        bad=(
            Example(
                "Nobody knows me.\n",
                files={"knowledge/third.md": _LINKED["knowledge/third.md"].replace("[[example]] and ", ""), **_OTHER},
            ),
        ),
        good=(Example("See [[third]].\n", files=_LINKED),),
        scope="wiki",
        spared=lost_no_way,
        check_wiki=_orphans,
    ),
)
