"""The lists at the foot of a page as HTML: its evidence, the pages that cite it, the pages that link to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from brainwiki.site.pages.backlinks import Mention, Told
from brainwiki.site.pages.evidence import Entry, Resting
from brainwiki.site.rows import escaped, spoken
from brainwiki.site.text.quotes import Piece
from brainwiki.site.words import Words

OPEN = 20  # mentions that are shown before the rest is folded


def evidence(entries: Sequence[Entry], w: Words, language_of: Callable[[str], str]) -> str:
    """The section of a page's evidence; nothing where there is none. `language_of` tells that of a quote."""
    if not entries:
        return ""
    items = "".join([_entry(entry, w, language_of) for entry in entries])
    return (
        '<section class="bw-section bw-evidence" aria-labelledby="bw-evidence">\n'
        f'<h2 id="bw-evidence">{escaped(w["evidence"])}</h2>\n<ol class="bw-plain">\n{items}</ol>\n</section>\n'
    )


def _entry(entry: Entry, w: Words, language_of: Callable[[str], str]) -> str:
    detail = f' <span class="bw-entry__detail">{escaped(entry.detail)}</span>' if entry.detail else ""
    quote = ""
    if entry.quote:
        quote = f"<blockquote{spoken(language_of(entry.quote), w.language)}>{escaped(entry.quote)}</blockquote>"
    return (
        f'<li id="{escaped(entry.anchor)}" class="bw-entry">\n'
        f'<span class="bw-entry__number" aria-hidden="true">{escaped(entry.number)}</span>\n'
        '<div class="bw-entry__body">\n'
        f'<p class="bw-entry__title">{entry.note or escaped(entry.title)}{detail}</p>\n{quote}'
        f'<p class="bw-entry__meta">\n{_source(entry, w)}{_support(entry, w)}</p>\n'
        f"{_rests(entry.claims, w) if entry.claims else ''}</div>\n</li>\n"
    )


def _source(entry: Entry, w: Words) -> str:
    """Who said it and when, how far that page is trusted, and the way there."""
    found = f"<span>{escaped(entry.author)}</span>" if entry.author else ""
    if entry.date:
        found += dated(entry.date, entry.at)
    if entry.trust:
        found += f'<span class="bw-trust bw-trust--{entry.trust}">{escaped(w[entry.trust])}</span>'
    action = escaped(entry.action)
    if entry.href and entry.is_outside:
        found += f'<a class="bw-external" href="{escaped(entry.href)}" rel="noopener nofollow">{action}</a>\n'
    elif entry.href:
        found += f'<a class="bw-down" href="{escaped(entry.href)}">{action}</a>\n'
    elif action:
        found += f'<span class="bw-private">{action}</span>'
    return found


def dated(words: str, at: str) -> str:
    """A date, with the instant for machines where it is known."""
    if at:
        return f'<time datetime="{escaped(at)}" data-at="{escaped(at)}">{escaped(words)}</time>'
    return f"<span>{escaped(words)}</span>"


def _support(entry: Entry, w: Words) -> str:
    word = escaped(w[entry.support])
    uncited = "" if entry.is_cited else f'<span class="bw-uncited">{escaped(w["uncited"])}</span>'
    reason = f' title="{escaped(entry.reason)}"' if entry.reason else ""
    return f'<span class="bw-support bw-support--{entry.support}"{reason}>{word}</span>\n{uncited}'


def _rests(claims: Sequence[Resting], w: Words) -> str:
    """The claims that rest on an entry."""
    count = w["rest"] if len(claims) == 1 else w.say("rests", len(claims))
    items = "".join([_claim(claim, w) for claim in claims])
    return (
        f'<details class="bw-rests"><summary>{escaped(count)}</summary>\n'
        f'<ul class="bw-plain">\n{items}</ul>\n</details>\n'
    )


def _claim(claim: Resting, w: Words) -> str:
    earlier = ' class="bw-earlier"' if claim.until else ""
    report = ""
    if claim.report:
        address = escaped(claim.report)
        report = f'<a class="bw-action" href="{address}" rel="noopener nofollow">{escaped(w["report"])}</a>'
    words = f'<a href="#{escaped(claim.anchor)}">{escaped(claim.words)}</a>'
    return f"<li{earlier}>{words}\n{report}</li>\n"


def mentions(title: str, found: Sequence[Mention], more: int, w: Words, anchor: str) -> str:
    """A section of pages that point here, the first of them open; `more` are left out. Nothing where there are none."""
    if not found:
        return ""
    rows = [_mention(mention, w) for mention in found]
    end = ""
    if len(found) > OPEN:
        rest = escaped(w.say("more", len(found) - OPEN + more))
        rows.insert(OPEN, f'</ul><details><summary>{rest}</summary><ul class="bw-plain">')
        end = f"<p>{escaped(w.say('more', more))}</p></details>" if more else "</details>"
    count = f'<span class="bw-count">{len(found) + more}</span>'
    return (
        f'<section class="bw-section bw-mentions" aria-labelledby="{anchor}">\n'
        f'<h2 id="{anchor}">{escaped(title)} {count}</h2>\n<ul class="bw-plain">\n{"".join(rows)}</ul>\n{end}</section>\n'
    )


def _mention(mention: Mention, w: Words) -> str:
    said = "".join([f"<p>{_told(told)}</p>\n" for told in mention.sentences])
    link = f'<a class="bw-link" href="{escaped(mention.href)}">{escaped(mention.title)}</a>'
    return f"<li{spoken(mention.language, w.language)}>{link}\n{said}</li>\n"


def _told(told: Told) -> str:
    words = "".join([_piece(piece) for piece in told.pieces])
    return f'<a href="{escaped(told.href)}">{words}</a>' if told.href else words


def _piece(piece: Piece) -> str:
    words = escaped(piece.words)
    return f'<mark class="bw-linked">{words}</mark>' if piece.is_marked else words
