"""Versions of a page and their differences, as tests write and read them."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from brainwiki.model.content import blob_id
from brainwiki.model.page import Page
from brainwiki.model.past import Past, Revision, Touch
from brainwiki.site.history.blocks import version
from brainwiki.site.history.difference import Difference, Sheet, difference
from brainwiki.site.history.drawing import draw
from brainwiki.site.state import Site
from brainwiki.site.words import words_of
from tests.helpers import page_of
from tests.site.sites import site_of

SECRET = "bw0123456789x"
PATH = "knowledge/a/page.md"
HEAD = "---\ntype: concept\ntitle: Page\ndescription: d\n---\n"

_SAID = re.compile(r'<span class="bw-said">[^<]*</span>')
_TAG = re.compile(r"<[^>]+>")


def difference_of(before: str, after: str) -> tuple[Difference, Sheet]:
    """The difference of two texts of a page."""
    pages: list[Page] = [page_of(text, head="") for text in (before, after)]
    sheet = Sheet()
    one, other = (version(page, SECRET) for page in pages)
    same_words = "".join(before.split()) == "".join(after.split())
    return difference(sheet, one, other, before == after, same_words), sheet


def drawn(before: str, after: str, language: str = "en") -> str:
    """The HTML of a difference."""
    found, sheet = difference_of(before, after)
    return draw(found, sheet, words_of(language))


def told(before: str, after: str, language: str = "en") -> list[str]:
    """A difference as lines: `[-gone-]`, `{+new+}`, a sign of what each block is (` ` unchanged, `~` changed, `-`, `+`, `>` moved
    here), `…` for folds, `!` for notes, `=` for front matter."""
    return lines_of(drawn(before, after, language))


def lines_of(markup: str) -> list[str]:
    """The lines of a drawn difference."""
    markup = _SAID.sub("", markup)
    markup = re.sub(r"<del>(.*?)</del>", r"[-\1-]", markup, flags=re.DOTALL)
    markup = re.sub(r"<ins>(.*?)</ins>", r"{+\1+}", markup, flags=re.DOTALL)
    signs = {
        "same": " ",
        "changed": "~",
        "removed": "-",
        "added": "+",
        "from": ">",
        "fold": "…",
        "note": "!",
        "moved": "!",
    }
    out = []
    for match in re.finditer(
        r'<(p|tr) class="bw-d-(?:[\w ]*?-)*?-?(same|changed|removed|added|from|fold|note|moved)\b[^"]*">(.*?)</(?:p|tr)>'
        r"|<tr>(<th scope=\"row\">.*?)</tr>|<span class=\"bw-d-line[^\"]*?bw-d-(?:-)?(\w+)\">(.*?)\n</span>",
        markup,
        re.DOTALL,
    ):
        if match[4]:
            sign, inner = "=", match[4].replace("</td>", " | ").replace("</th>", " | ").replace("</div><div>", " / ")
        elif match[5]:
            sign, inner = signs[match[5]], match[6]
        else:
            sign, inner = signs[match[2]], match[3].replace("</td><td>", " | ").replace("</th><th>", " | ")
        out.append(f"{sign} {' '.join(html.unescape(_TAG.sub('', inner)).split()).removesuffix(' |')}")
    return out


def site_with_versions(
    versions: Mapping[str, Sequence[str]], others: Mapping[str, str] | None = None, **more: object
) -> Site:
    """A site whose pages have had these texts, oldest first; each is a commit of its own. `more` alters revisions: `c1={…}`."""
    blobs: dict[str, bytes] = {}
    revisions: dict[str, Revision] = {}
    touches: list[Touch] = []
    number = 0
    for path, texts in versions.items():
        before = ""
        for text in texts:
            number += 1
            raw = text.encode("utf-8", "surrogatepass")
            after = blob_id(raw)
            blobs[after] = raw
            commit = f"{number:08x}{0:032x}"
            at = f"2026-05-{number:02}T09:30:00+02:00"
            made = Revision(commit, at, "Ada", "human:ada", False, "", f"Commit {number}")
            revisions[commit] = made._replace(**more.get(f"c{number}", {}))  # type: ignore[call-overload]
            touches.append(Touch(commit, path, before, after))
            before = after
    newest = list(reversed(touches))
    past = Past(newest[0].commit, dict(reversed(revisions.items())), tuple(newest))
    site = site_of({**{path: texts[-1] for path, texts in versions.items()}, **(others or {})}, publish=("proposals",))
    return replace(site, past=past, read_blob=blobs.__getitem__)
