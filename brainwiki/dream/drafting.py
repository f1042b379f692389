"""From typed updates to the files that they make: smallest edits of the pages as they stand, or every mistake at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from brainwiki.dream import sayings
from brainwiki.dream.pages import MisfitError, Proof, Sheet
from brainwiki.dream.proposing import Names, created, name_mistake
from brainwiki.markup.editing import UnusualError
from brainwiki.model.actor import is_agent
from brainwiki.model.names import fold, squeeze
from brainwiki.model.observation import Observation
from brainwiki.model.page import Claim, Page
from brainwiki.model.update import DOES, Consolidation, Update
from brainwiki.model.wiki import Wiki

SCOPE = ("knowledge", "notes")
_UNSUMMARISED = re.compile(r"[0-9]{1,9} turns?, not summarised yet\.\Z")
_NEED_EVIDENCE = frozenset({"add", "supersede", "support", "retire"})
_OF_A_CLAIM = frozenset({"edit", "supersede", "support"})
_BY_WORDS = frozenset(
    {"edit", "supersede", "retire"}
)  # each claim takes one of these; `supersede` may follow `supersede`


@dataclass(frozen=True)
class Drafted:
    """The files that updates make, by path from the brain's root, and the paths of the pages that they were drawn from. Where there
    are mistakes, there are no files; `wrong` tells them once more, by the number (from 1) of the update that each is about."""

    files: Mapping[str, bytes | None] = field(default_factory=dict)
    reads: frozenset[str] = frozenset()
    mistakes: tuple[str, ...] = ()
    wrong: Mapping[int, str] = field(default_factory=dict)


def draft(
    wiki: Wiki,
    consolidation: Consolidation,
    at: datetime,
    by: str,
    read: Callable[[str], bytes] | None = None,
    scope: tuple[str, ...] = SCOPE,
) -> Drafted:
    """Carry out the updates of a consolidation on the pages of `wiki`, as the actor `by`.

    `read` gives the bytes of a page by its path; without it a page is taken as UTF-8 with LF. The transcripts of `wiki` must
    hold the turns that are quoted. Pages outside of the folders of `scope` are not changed, sessions get a summary alone.
    """
    work = _Draft(wiki, consolidation, at, by, read, scope)
    for number, update in work.ordered():
        work.carry_out(number, update)
    if not work.mistakes:
        work.finish()
    if work.mistakes:
        return Drafted(mistakes=tuple(dict.fromkeys(work.mistakes)), wrong=work.wrong)
    return Drafted({path: sheet.raw for path, sheet in work.changed()}, frozenset(work.reads))


class _Draft:
    """The pages of one draft on their way."""

    def __init__(
        self,
        wiki: Wiki,
        consolidation: Consolidation,
        at: datetime,
        by: str,
        read: Callable[[str], bytes] | None,
        scope: tuple[str, ...],
    ) -> None:
        self.wiki, self.updates, self.scope = wiki, consolidation.updates, scope
        self.at, self.by = at.isoformat(timespec="seconds"), by
        self.today = at.date().isoformat()
        self.read = read or (lambda path: wiki.pages[path].text.encode("utf-8", "surrogateescape"))
        self.observations = {one.id: one for one in consolidation.observations}
        self.sheets: dict[str, Sheet] = {}
        self.before: dict[str, bytes] = {}
        self.rests: dict[str, list[str]] = {}
        self.reads: set[str] = set()
        self.mistakes: list[str] = []
        self.wrong: dict[int, str] = {}
        self.done: dict[tuple[str, str], list[Update]] = {}
        self.names = Names(wiki, {f"{one.page}.md" for one in self.updates if one.do == "create"} - wiki.pages.keys())

    def ordered(self) -> list[tuple[int, Update]]:
        """The updates with their numbers from 1, new pages first."""
        return sorted(enumerate(self.updates, 1), key=lambda one: (one[1].do != "create", one[0]))

    def carry_out(self, number: int, update: Update) -> None:
        """One update, or why not."""
        where = f"update {number} ({update.do} {update.page or 'no page'})"
        wrong = self.mistakes_of(update)
        if not wrong:
            try:
                self.change(update)
            except (MisfitError, UnusualError) as error:
                wrong = [str(error)]
        self.mistakes.extend(f"{where}: {one}." for one in wrong)
        if wrong:
            self.wrong[number] = "; ".join(wrong)

    def mistakes_of(self, update: Update) -> list[str]:
        """What is wrong with an update before it is tried."""
        if update.do not in DOES:
            return [f"there is no such update; it is one of {', '.join(DOES)}"]
        wrong = self.place_mistakes(update)
        missing = [one for one in update.observations if one not in self.observations]
        wrong.extend(f"the observation {one} is not among the observations" for one in missing)
        if update.do in _NEED_EVIDENCE and not update.observations:
            wrong.append("it names no observation, so nothing vouches for it")
        wrong.extend(self.quote_mistakes([self.observations[one] for one in update.observations if one not in missing]))
        if update.do in ("add", "edit", "supersede", "summarise"):
            wrong.append(sayings.mistake_in(update.text, sentences=update.do != "summarise"))
            wrong.extend(self.names.mistakes(update.text, f"{update.page}.md"))
        if update.do == "link" or update.target:
            wrong.append(self.names.target_mistake(update.target))
        if update.until and not _is_day(update.until):
            wrong.append(f"`until` is no day of the form 2026-05-02: {update.until[:40]!r}")
        if update.heading and sayings.mistake_in(update.heading, sentences=False):
            wrong.append("`heading` is not a plain line of words")
        return [one for one in wrong if one]

    def place_mistakes(self, update: Update) -> list[str]:
        """What is wrong with the page and the claim that an update names."""
        path = f"{update.page}.md"
        if update.do == "summarise":
            known = path in self.wiki.pages and self.wiki.pages[path].kind == "session"
            return [] if known else ["`page` is no session; it is named `sessions/<id>/session`"]
        if not update.page.startswith(tuple(f"{one}/" for one in self.scope)):
            return [f"the page lies outside of what may change ({', '.join(f'{one}/' for one in self.scope)})"]
        if update.do == "create":
            twin = next((one for one in self.sheets if fold(one) == fold(path)), "")
            return (
                [f"another update makes {twin.removesuffix('.md')} already"]
                if twin
                else name_mistake(path, self.wiki, update)
            )
        if path not in self.wiki.pages and path not in self.names.fresh:
            return [f"there is no such page{self.names.near(update.page)}; make it with `create`, or name another"]
        if path in self.names.fresh and path not in self.sheets:
            return []  # what is wrong with its `create` is told there
        if update.do in _OF_A_CLAIM or update.claim:
            return self.claim_mistakes(update, self.sheet(path))
        return []

    def claim_mistakes(self, update: Update, sheet: Sheet) -> list[str]:
        """What is wrong with the claim that an update names."""
        if not update.claim:
            return ["it names no claim"]
        if update.do in ("add", "create", "summarise"):
            return [f"`{update.do}` takes no claim"]
        if sheet.claim(update.claim) is None:
            known = ", ".join(one.id for one in sheet.page.claims[:8]) or "none"
            return [f"the page has no claim {update.claim[:40]!r}; it has {known}"]
        earlier = self.done.get((update.page, update.claim), [])
        chain = update.do == "supersede" and all(one.do == "supersede" for one in earlier)
        if earlier and not chain and (update.do in _BY_WORDS or any(one.do in _BY_WORDS for one in earlier)):
            return [f"the claim {update.claim} is changed by another update of this draft already; make one of the two"]
        return []

    def quote_mistakes(self, observations: list[Observation]) -> list[str]:
        """Which quotes do not stand in their turns."""
        wrong: list[str] = []
        for one in observations:
            talk = self.wiki.transcripts.get(f"sessions/{one.session}")
            turn = talk.by_number.get(one.turn) if talk else None
            if talk is None or turn is None:
                what = f"turn {one.turn} of session {one.session}" if talk else f"the session {one.session}"
                wrong.append(f"observation {one.id}: {what} does not exist")
            elif not squeeze(one.quote):
                wrong.append(f"observation {one.id}: the quote is empty")
            elif squeeze(one.quote) not in squeeze(turn.text):
                wrong.append(f"observation {one.id}: the quote does not stand in turn {one.turn}; copy its exact words")
        return wrong

    def sheet(self, path: str) -> Sheet:
        """The page at a path as the draft has it."""
        if path not in self.sheets:
            raw = self.read(path)
            self.before[path] = raw
            self.sheets[path] = Sheet(path, raw, self.wiki.dialect)
            self.reads.add(path)
        return self.sheets[path]

    def change(self, update: Update) -> None:
        """Carry out an update that is sound in itself."""
        path = f"{update.page}.md"
        if update.do == "create":
            self.sheets[path] = created(path, update, self.wiki.dialect, self.by, self.at)
        elif path not in self.names.fresh or path in self.sheets:
            sheet = self.sheet(path)
            claim = sheet.claim(update.claim) if update.claim else None
            self.done.setdefault((update.page, update.claim), []).append(update)
            if claim is None:
                self.change_page(sheet, update)
            else:
                self.change_claim(sheet, claim, update)
        self.rests.setdefault(path, []).extend(update.observations)

    def change_page(self, sheet: Sheet, update: Update) -> None:
        """An update that is not of one claim."""
        if update.do == "add":
            sheet.add(update.text, update.heading, self.proofs(update))
        elif update.do == "link":
            sheet.link_page(self.linked(sheet, update))
        elif update.do == "retire":
            sheet.retire_page(self.linked(sheet, update) if update.target else "")
        elif update.do == "summarise":
            _may_be_summarised(sheet.page)
            sheet.rewrite_body(sayings.safe(update.text))

    def change_claim(self, sheet: Sheet, claim: Claim, update: Update) -> None:
        """An update of one claim."""
        if update.do == "edit":
            sheet.edit(claim, update.text, self.proofs(update))
        elif update.do == "supersede":
            sheet.supersede(claim, update.text, self.until(update), self.proofs(update))
        elif update.do == "support":
            sheet.support(claim, self.proofs(update))
        elif update.do == "link":
            sheet.link(claim, self.linked(sheet, update))
        else:
            sheet.retire(claim, self.until(update), self.proofs(update))

    def linked(self, sheet: Sheet, update: Update) -> str:
        """The name by which a page links to the target; raises MisfitError where it does so already."""
        path = f"{update.target}.md"
        if path == sheet.path:
            raise MisfitError("a page does not link to itself")
        self.reads.update({path} & self.wiki.pages.keys())
        claim = sheet.claim(update.claim) if update.claim else None
        start, end = (claim.start, claim.end) if claim else (sheet.page.body, len(sheet.page.text))
        inside = [one for one in sheet.page.links if start <= one.start < end]
        if update.do == "link" and any(self.names.path_of(sheet.path, one.target) == path for one in inside):
            raise MisfitError(f"it links to {update.target} already")
        return self.names.name_of(path)

    def proofs(self, update: Update) -> list[Proof]:
        """The evidence of an update as `sources` name it: words of others than the user bear who said them."""
        found = []
        for one in (self.observations[name] for name in update.observations):
            turn = self.wiki.transcripts[f"sessions/{one.session}"].by_number[one.turn]
            at = turn.at if _is_instant(turn.at) else ""
            found.append(Proof(one.resource, one.quote, at, "" if turn.role == "user" else turn.role))
        return found

    def until(self, update: Update) -> str:
        """The day on which something ceased to hold: as named, else of the newest observation, else today."""
        days = [one.at for name in update.observations if (one := self.observations[name]).at and _is_day(one.at)]
        for name in update.observations:
            one = self.observations[name]
            turn = self.wiki.transcripts[f"sessions/{one.session}"].by_number[one.turn]
            days.extend([turn.at[:10]] if not one.at and _is_day(turn.at[:10]) else [])
        return update.until or max(days, default=self.today)

    def blame(self, path: str, why: str) -> None:
        """Every update of a page is wrong."""
        page = path.removesuffix(".md")
        self.wrong |= {number: why for number, update in enumerate(self.updates, 1) if update.page == page}

    def finish(self) -> None:
        """Front matter of all pages that changed, then what only the whole tells."""
        for path, sheet in self.sheets.items():
            if path in self.names.fresh and not sheet.page.claims:
                why = f"the new page {path.removesuffix('.md')} holds no claim; add one, or leave it out"
                self.mistakes.append(f"{why}.")
                self.blame(path, why)
                continue
            try:
                adopted = () if sheet.page.kind == "session" else tuple(dict.fromkeys(self.rests.get(path, ())))
                sheet.finish(adopted, self.by, self.at)
            except (MisfitError, UnusualError) as error:
                self.mistakes.append(f"{path.removesuffix('.md')}: {error}.")
                self.blame(path, str(error))

    def changed(self) -> list[tuple[str, Sheet]]:
        """The pages that are not as they were, in order."""
        return [(path, sheet) for path, sheet in sorted(self.sheets.items()) if sheet.raw != self.before.get(path)]


def _may_be_summarised(page: Page) -> None:
    """Raise MisfitError where a person wrote the summary."""
    body = page.text[page.body :].strip()
    made = page.meta.get("generated")
    by = made.get("by") if isinstance(made, dict) else None
    if body and not _UNSUMMARISED.match(body) and not (isinstance(by, str) and is_agent(by)):
        raise MisfitError("somebody wrote a summary there by hand; leave it as it is")


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _is_instant(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
