"""The list of revisions as HTML. A site shows tens of thousands of them, so they are put together here and not by a template: words
that are the same in all entries are escaped once, and who did something is said once for all that they did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from brainwiki.model.past import Revision
from brainwiki.site.history.view import Entry, View
from brainwiki.site.rows import escaped as escape
from brainwiki.site.words import Words

Who = Callable[[Revision], str]


class Entries:
    """Makes entries of one site. `who` gives the HTML of who did a revision, and is asked once for each person."""

    def __init__(self, words: Words, who: Who) -> None:
        self.words = words
        self._who = cache(lambda author, actor, by_agent: who(Revision("", "", author, actor, by_agent, "", "")))
        self._open, self._difference, self._proposal = (
            escape(words[key]) for key in ("h_uncommitted", "h_difference", "a_proposal")
        )

    def html(self, view: View) -> str:
        """All entries of a history."""
        language = escape(view.language)
        return "".join(
            [part for place, entry in enumerate(view.entries) for part in self._entry(entry, language, not place)]
        )

    def _entry(self, entry: Entry, language: str, is_first: bool) -> Iterator[str]:
        anchor, date, time = escape(entry.anchor), escape(entry.date), escape(entry.time)
        when: str = self._open
        if entry.at:
            at = escape(entry.at)
            when = f'<time datetime="{at}" data-at="{at}">{date} <span>{time}</span></time>'
        yield (
            f'<li class="bw-rev{"" if entry.commit else " bw-rev--open"}" id="{anchor}">\n'
            '<h3 class="bw-rev__title">\n'
            f'<a class="bw-rev__when" href="#{anchor}">{when}</a>\n'
        )
        if entry.commit:
            yield f'<span class="bw-rev__summary">{escape(entry.summary)}</span>'
        yield "</h3>\n"
        if entry.commit:
            yield from self._made_by(entry)
        if entry.is_told:
            yield from self._did(entry)
        if entry.note:
            yield f'<p class="bw-rev__note">{escape(entry.note)}</p>'
        if entry.html:
            yield (
                f'<details class="bw-rev__difference"{" open" if is_first else ""}><summary>{self._difference}'
                f'<span class="bw-said"> {date} {time}</span></summary>'
                f'<div class="bw-difference" lang="{language}">{entry.html}</div></details>\n'
            )
        yield "</li>\n"

    def _made_by(self, entry: Entry) -> Iterator[str]:
        """Who did it, the proposal that it came from, the commit."""
        made = entry.revision
        yield f'<p class="bw-rev__meta">\n{self._who(made.author, made.actor, made.by_agent)}\n'
        if entry.proposal:
            name: str = escape(entry.proposal)
            href = escape(entry.proposal_href)
            name = f'<a class="bw-link" href="{href}">{name}</a>' if href else name
            yield f"<span>{self._proposal} {name}</span>"
        yield f'<code class="bw-rev__commit">{escape(entry.commit)}</code>\n</p>\n'

    def _did(self, entry: Entry) -> Iterator[str]:
        """What became of claims, and how the page grew."""
        say = self.words.say
        yield '<p class="bw-rev__what">\n'
        if entry.claims:
            yield f'<span class="bw-rev__claims">{escape(say("h_claims", entry.claims))}</span>'
        if entry.grew:
            title = escape(say("h_grew", entry.grew))
            grew = f"{entry.grew:+,}".replace("-", "−")
            yield f'<span class="bw-rev__grew" title="{title}">{grew}</span>'
        size = escape(say("h_characters", f"{entry.size:,}"))
        yield f'<span class="bw-rev__size">{size}</span>\n</p>\n'
