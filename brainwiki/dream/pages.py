"""One page while it is drafted: typed changes carried out by small edits, each proved to change nothing but what it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from brainwiki.dream import places, sayings
from brainwiki.markup import document, parser
from brainwiki.markup.editing import UnusualError, add_entries, plain, quoted, set_pairs, set_text
from brainwiki.markup.writer import Edit, write
from brainwiki.model.dialect import Dialect
from brainwiki.model.names import squeeze
from brainwiki.model.page import Claim, Page

_BY_HAND = "the page is laid out so that this cannot be done by program; choose another update, or leave it to people"
_EDGE = " \t\n|>"


class MisfitError(ValueError):
    """A change cannot be made; its words say why."""


class Proof(NamedTuple):
    """A piece of evidence as `sources` will name it; `author` is empty where the user said it."""

    resource: str
    quote: str
    at: str = ""
    author: str = ""


class Said(NamedTuple):
    """What makes a claim, without its place."""

    text: str
    ids: tuple[str, ...]
    until: str = ""


class Sheet:
    """A page on its way: its bytes, the page that they are, and where the claims that it began with stand now."""

    def __init__(self, path: str, raw: bytes, dialect: Dialect) -> None:
        self.path, self.raw, self.dialect = path, raw, dialect
        self.page: Page = parser.parse(path, raw, dialect)
        self.places = {claim.id: claim.start for claim in reversed(self.page.claims)}

    def claim(self, name: str) -> Claim | None:
        """The claim that had this id when the draft began, or that came with it."""
        place = self.places.get(name)
        return next((one for one in self.page.claims if one.start == place), None)

    def add(self, text: str, heading: str, proofs: Sequence[Proof]) -> None:
        """A new claim."""
        sentence = sayings.safe(text)
        same = squeeze(_said(sentence))
        held = next((one for one in self.page.claims if squeeze(one.text) == same and not one.until), None)
        if held is not None:
            raise MisfitError(f"the page says that already; use `support` of the claim {held.id}")
        ids = self.sources(proofs)
        slot = places.end_slot(self.page, heading)
        self.put(slot, sayings.cite(sentence, ids), come=[Said(_said(sentence), ids)])

    def edit(self, claim: Claim, text: str, proofs: Sequence[Proof]) -> None:
        """Other words for a claim, on its old evidence and more."""
        name, sentence = claim.id, sayings.safe(text)
        if squeeze(_said(sentence)) == squeeze(claim.text):
            raise MisfitError(f"the claim {claim.id} says exactly that already")
        self.not_in_a_row(claim)
        ids = self.sources(proofs)
        claim = self.again(name)
        marks, ids = self.marks(claim, ids)
        edit = Edit(claim.start, self.words_end(claim), _with(sentence, marks))
        self.apply([edit], gone=[_of(claim)], come=[Said(_said(sentence), ids)])

    def supersede(self, claim: Claim, text: str, until: str, proofs: Sequence[Proof]) -> None:
        """A new sentence in the place of a claim, which becomes its history under the id that stays."""
        name, sentence = claim.id, sayings.safe(text)
        if squeeze(_said(sentence)) == squeeze(claim.text):
            raise MisfitError(f"the claim {claim.id} says exactly that already; use `support`")
        self.not_in_a_row(claim)
        if claim.until:
            raise MisfitError(f"the claim {claim.id} is history already; name the one that holds now")
        ids = self.sources(proofs)
        claim = self.again(name)
        spot = self.spot(claim)
        old = self.history(claim, until)
        new = sayings.cite(sentence, ids)
        come = [Said(_said(sentence), ids), old]
        if spot.kind == "item" and not spot.last:
            self.apart(claim, spot, new + self.id_mark(claim), old, come)
        else:
            slot = places.history_slot(self.page, spot)
            named = not spot.last or any(claim.start < one < spot.end for one in self.page.blocks.values())
            replaced = Edit(claim.start, self.words_end(claim), new + ("" if named else self.id_mark(claim)))
            line = Edit(slot.at, slot.at, f"{slot.before}{self.line(old, claim)}{slot.behind}")
            self.apply(_joined([replaced, line]), gone=[_of(claim)], come=come)
        self.keep_place(name, come[0])

    def support(self, claim: Claim, proofs: Sequence[Proof]) -> None:
        """More evidence for a claim."""
        name = claim.id
        ids = self.sources(proofs)
        claim = self.again(name)
        fresh = tuple(one for one in ids if one not in claim.ids)
        if not fresh:
            raise MisfitError(f"the claim {name} rests on that already")
        cites = [one for one in self.page.cites if claim.start <= one.start < claim.end]
        last = cites[-1]
        edit = (
            Edit(last.end - 1, last.end - 1, "," + ",".join(fresh))
            if last.form == "cite"
            else Edit(last.end, last.end, f"[cite:{','.join(fresh)}]")
        )
        self.apply([edit], gone=[_of(claim)], come=[Said(claim.text, (*claim.ids, *fresh), claim.until)])

    def link(self, claim: Claim, name: str) -> None:
        """A wikilink in a claim, before its stop."""
        start, end = claim.start, self.words_end(claim)
        words = list(self.page.text[start:end])
        for cite in self.page.cites:
            if start <= cite.start < end:
                words[cite.start - start : cite.end - start] = " " * (cite.end - cite.start)
        at = start + sayings.stop_at("".join(words).rstrip())
        insert = sayings.aside(f"[[{name}]]", claim.text)
        inside = sayings.stop_at(claim.text)
        text = claim.text[:inside] + insert + claim.text[inside:]
        self.apply([Edit(at, at, insert)], gone=[_of(claim)], come=[Said(text, claim.ids, claim.until)])

    def link_page(self, name: str) -> None:
        """A wikilink among those that only lead on."""
        self.put(places.see_also_slot(self.page), f"[[{name}]]")

    def retire(self, claim: Claim, until: str, proofs: Sequence[Proof]) -> None:
        """A claim as history, with nothing in its place."""
        name = claim.id
        self.not_in_a_row(claim)
        if claim.until:
            raise MisfitError(f"the claim {claim.id} is history already")
        ids = self.sources(proofs)
        claim = self.again(name)
        spot = self.spot(claim)
        marks, all_ids = self.marks(claim, ids)
        old = Said(f"(until {until}) {claim.text}", all_ids, until)
        if spot.first and spot.last:
            cited = Edit(claim.start, self.words_end(claim), _with(old.text, marks))
            edits = [cited] if spot.kind == "item" else [cited._replace(text=f"- {cited.text}")]
            self.apply(edits, gone=[_of(claim)], come=[old])
        elif spot.kind == "item":
            self.apart(claim, spot, _with(old.text, marks), None, [old])
        else:
            slot = places.history_slot(self.page, spot)
            line = Edit(slot.at, slot.at, f"{slot.before}{_with(old.text, marks)}{slot.behind}")
            self.apply(_joined([self.cut(claim, spot), line]), gone=[_of(claim)], come=[old])

    def retire_page(self, successor: str) -> None:
        """The page is out of use; `successor` is the name of what took its place, or empty."""
        self.set_matter([set_text(self.page, "status", "deprecated")], {"status": "deprecated"})
        if successor:
            link = f"[[{successor}]]"
            self.set_matter([set_text(self.page, "superseded_by", quoted(link))], {"superseded_by": link})

    def rewrite_body(self, text: str) -> None:
        """Another body under the head as it stands."""
        start = self.page.body
        lead = len(self.page.text[start:]) - len(self.page.text[start:].lstrip("\n"))
        before = "" if lead else "\n"
        end = len(self.page.text.rstrip())
        edit = Edit(start + lead, max(end, start + lead), before + text + ("" if end < len(self.page.text) else "\n"))
        self.write([edit])

    def sources(self, proofs: Sequence[Proof]) -> tuple[str, ...]:
        """The source ids of pieces of evidence, which are put into the front matter where they do not stand there."""
        ids: list[str] = []
        fresh: list[dict[str, str]] = []
        known = {(one.resource, squeeze(one.quote)): one.id for one in reversed(self.page.sources)}
        numbers = [
            int(one) for one in {*self.page.source_ids, *self.page.cited_ids} if one.isdecimal() and len(one) < 9
        ]
        number = max(numbers, default=0)
        for proof in proofs:
            key = (proof.resource, squeeze(proof.quote))
            if key not in known:
                number += 1
                known[key] = str(number)
                fresh.append(_entry(str(number), proof))
            ids.append(known[key])
        if fresh:
            held = [dict(one) if isinstance(one, dict) else one for one in _list(self.page.meta.get("sources"))]
            shown = [{key: quoted(value) if key != "id" else value for key, value in one.items()} for one in fresh]
            read = [{key: plain(value) for key, value in one.items()} for one in fresh]
            self.set_matter([add_entries(self.page, "sources", shown)], {"sources": [*held, *read]})
        return tuple(dict.fromkeys(ids))

    def finish(self, observations: Sequence[str], by: str, at: str) -> None:
        """Name the adopted observations in the front matter, and who wrote the page."""
        held = _list(self.page.meta.get("observations"))
        fresh = [one for one in observations if one not in held]
        if fresh:
            self.set_matter([add_entries(self.page, "observations", fresh)], {"observations": [*held, *fresh]})
        made = self.page.meta.get("generated")
        more = {**(made if isinstance(made, dict) else {}), "by": plain(by), "at": at}
        edits = set_pairs(self.page, "generated", {"by": quoted(by), "at": quoted(at)})
        self.set_matter(edits, {"generated": more})

    # How it is done.

    def again(self, name: str) -> Claim:
        """The claim after an edit elsewhere on the page."""
        found = self.claim(name) or next((one for one in self.page.claims if one.id == name), None)
        if found is None:
            raise MisfitError(_BY_HAND)
        return found

    def spot(self, claim: Claim) -> places.Spot:
        """The block of a claim."""
        found = places.spot_of(self.page, claim)
        if found is None:
            raise MisfitError(_BY_HAND)
        return found

    def not_in_a_row(self, claim: Claim) -> None:
        """Refuse to rewrite a row of a table."""
        if self.spot(claim).kind == "row":
            raise MisfitError(
                f"the claim {claim.id} stands in a table, which has no place for history; add a sentence, or leave it to people"
            )

    def words_end(self, claim: Claim) -> int:
        """Where the sentence ends, without a block id in it."""
        inside = [start for start in self.page.blocks.values() if claim.start < start < claim.end]
        end = min(inside, default=claim.end)
        return claim.start + len(self.page.text[claim.start : end].rstrip())

    def marks(self, claim: Claim, more: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """The cites of a claim with further ids, as they are written, and all ids."""
        ids = tuple(dict.fromkeys((*claim.ids, *more)))
        cites = [one for one in self.page.cites if claim.start <= one.start < claim.end]
        if all(one.form == "cite" for one in cites):
            return f"[cite:{','.join(ids)}]", ids
        own = "".join(self.page.text[one.start : one.end] for one in cites)
        fresh = [one for one in more if one not in claim.ids]
        return own + (f"[cite:{','.join(fresh)}]" if fresh else ""), ids

    def history(self, claim: Claim, until: str) -> Said:
        """What a claim becomes."""
        return Said(f"(until {until}) {claim.text}", claim.ids, until)

    def line(self, old: Said, claim: Claim) -> str:
        """The history line of a claim."""
        return _with(old.text, self.marks(claim, ())[0])

    def id_mark(self, claim: Claim) -> str:
        """The block id that a claim gets when it is first replaced; nothing where it has one."""
        return "" if claim.explicit else f" ^{claim.id}"

    def apart(self, claim: Claim, spot: places.Spot, new: str, old: Said | None, come: list[Said]) -> None:
        """Take a claim out of its item, which says more, and make an item of its own behind it."""
        marker = spot.marker if spot.marker in "-*+" else f"{int(spot.marker[:-1]) + 1}{spot.marker[-1]}"
        lines = f"\n{spot.prefix}{marker} {new}"
        if old is not None:
            lines += f"\n{spot.prefix}    - {self.line(old, claim)}"
        self.apply([self.cut(claim, spot), Edit(spot.below, spot.below, lines)], gone=[_of(claim)], come=come)

    def cut(self, claim: Claim, spot: places.Spot) -> Edit:
        """The edit that takes a claim out of a block that says more."""
        text, end = self.page.text, self.words_end(claim)
        if claim.explicit:
            end = claim.start + len(text[claim.start : spot.end].rstrip())
        if spot.last:
            start = len(text[: claim.start].rstrip(" \t\n"))
            return Edit(start, end, "")
        while text[end : end + 1].isspace():
            end += 1
        return Edit(claim.start, end, "")

    def put(self, slot: places.Slot, line: str, come: Sequence[Said] = ()) -> None:
        """Write a line into a slot."""
        self.apply([Edit(slot.at, slot.at, f"{slot.before}{line}{slot.behind}")], come=come)

    def set_matter(self, edits: Iterable[Edit], expected: dict[str, object]) -> None:
        """Edit the front matter, and make sure that it holds what it held and the expected values."""
        wanted = {**self.page.meta, **expected}
        self.apply(edits)
        if self.page.meta != wanted:
            raise UnusualError("its front matter is laid out in an unusual way")

    def apply(self, edits: Iterable[Edit], gone: Sequence[Said] = (), come: Sequence[Said] = ()) -> None:
        """Edit the page; of its claims these may go, those must come, and all others must stay as they are."""
        before = self.page
        self.write(edits)
        wanted = Counter(map(_key, map(_of, before.claims))) - Counter(map(_key, gone)) + Counter(map(_key, come))
        if Counter(map(_key, map(_of, self.page.claims))) != wanted:
            raise MisfitError(_BY_HAND)
        if Counter(one.kind for one in self.page.problems) - Counter(one.kind for one in before.problems):
            raise MisfitError(_BY_HAND)

    def write(self, edits: Iterable[Edit]) -> None:
        """Edit the bytes, read the page anew, and follow its claims to where they stand now."""
        ordered = sorted(edits)
        self.raw = write(document.read(self.raw), ordered)
        self.page = parser.parse(self.path, self.raw, self.dialect)
        self.places = {name: _moved(place, ordered) for name, place in self.places.items()}
        known = set(self.places.values())
        for claim in self.page.claims:
            if claim.start not in known and claim.id not in self.places:
                self.places[claim.id] = claim.start

    def keep_place(self, name: str, said: Said) -> None:
        """Let a name lead to the claim that took the place of the one that had it."""
        found = next((one for one in self.page.claims if one.id == name), None)
        found = found or next((one for one in self.page.claims if _key(_of(one)) == _key(said)), None)
        if found is not None:
            self.places[name] = found.start


def _entry(number: str, proof: Proof) -> dict[str, str]:
    entry = {"id": number, "resource": proof.resource, "quote": proof.quote, "at": proof.at, "author": proof.author}
    return {key: value for key, value in entry.items() if value}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _said(sentence: str) -> str:
    """A sentence as a claim's text."""
    return " ".join(sentence.split()).strip(_EDGE)


def _of(claim: Claim) -> Said:
    return Said(claim.text, claim.ids, claim.until)


def _key(said: Said) -> tuple[str, tuple[str, ...], str]:
    return squeeze(said.text), said.ids, said.until


def _with(sentence: str, marks: str) -> str:
    """A sentence and its cites, as `sayings.cite` parts them."""
    return sentence + ("" if sentence[-1:] in "。！？｡．" else " ") + marks


def _joined(edits: Iterable[Edit]) -> list[Edit]:
    """Edits of which none touch: one that inserts right behind another is made part of it."""
    found: list[Edit] = []
    for edit in sorted(edits):
        last = found[-1] if found else None
        if last is not None and edit.start == edit.end == last.end:
            found[-1] = Edit(last.start, last.end, last.text + edit.text)
        else:
            found.append(edit)
    return found


def _moved(place: int, edits: Sequence[Edit]) -> int:
    """Where an offset is after edits; what is replaced from there on still begins there."""
    shift = 0
    for edit in edits:
        if edit.end <= place and (edit.start < place or edit.start == edit.end):
            shift += len(edit.text) - (edit.end - edit.start)
    return place + shift
