"""The index: who is found by which term, cut lists, shards that change only where entries do, and the same bytes on every way."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.retrieval.tokens import terms
from brainwiki.site.memo import ShortMemo
from brainwiki.site.output import FileOutput
from brainwiki.site.search import index as index_module
from brainwiki.site.search.documents import SIGNS, texts
from brainwiki.site.search.room import outputs
from brainwiki.site.search.weights import filters
from brainwiki.site.state import Site
from brainwiki.usecases.load import load_wiki
from tests.helpers import NOW, Texts, bare, found_corpora
from tests.site.search.sites import Found, made, value_of
from tests.site.sites import SESSION, site_of, site_with, talk_site


def paper(title: str, body: str, **more: str) -> str:
    """A page."""
    head = "".join(f"{key}: {value}\n" for key, value in more.items())
    return f"---\ntype: concept\ntitle: {title}\n{head}---\n{body}\n"


SMALL = {
    "knowledge/a/gear.md": paper("Gear noise", "It hums. ## Not\n\n## Measuring\n\nWith sensors.", aliases="[歯車, 齒輪]", tags="[Field Work]"),
    "knowledge/a/drift.md": paper("传感器漂移", "灵敏度会慢慢下降。 One gear."),
    "knowledge/b/far.md": paper("Far", "The gear stands once here, among many other words. " + "Nothing of it is said, but much else. " * 9),
}  # fmt: skip


def test_titles_aliases_headings_descriptions_and_texts_are_found() -> None:
    found = Found(site_of(SMALL))
    assert found.pages("gear") == ["knowledge/a/gear/", "knowledge/a/drift/", "knowledge/b/far/"]
    assert found.pages("measur") == found.pages("sensor") == found.pages("field") == ["knowledge/a/gear/"]
    assert found.pages("齿轮") == ["knowledge/a/gear/"], "the traditional form of an alias"
    assert found.pages("灵敏") == found.pages("灵") == ["knowledge/a/drift/"]
    assert found.pages("nobody") == []


def test_filters_are_terms() -> None:
    site = site_of(SMALL)
    found = Found(site)
    assert set(found.pages("type:concept")) == {"knowledge/a/gear/", "knowledge/a/drift/", "knowledge/b/far/"}
    assert found.pages("tag:field-work") == ["knowledge/a/gear/"]
    assert set(found.pages("in:knowledge/a")) == {"knowledge/a/gear/", "knowledge/a/drift/"}
    assert found.pages("in:b") == ["knowledge/b/far/"]
    odd = bare(kind="note", brief={"tags": ("Two  words", "a=b")})
    assert filters(odd, "notes/x/") == {"type:note", "tag:two-words", "tag:a-b", "in:notes"}


def test_sessions_are_found_by_their_turns_and_nothing_unpublished_is() -> None:
    pages = {"knowledge/a.md": paper("A", "See [[tasks/plan]]."), "tasks/plan.md": paper("Clandestine", "Whispered.")}
    shown = Found(talk_site(pages))
    assert shown.pages("diagram") == [f"{SESSION}/"]
    hidden = Found(talk_site(pages, publish=()))
    assert hidden.pages("diagram") == []
    everything = b"".join(hidden.files.values())
    assert not any(word in everything for word in (b"landestine", b"hisper", b"diagrams"))


def test_a_weight_grows_with_count_and_field_and_falls_with_length() -> None:
    short, long = (" ".join(f"w{n}" for n in range(many)) for many in (100, 2_000))
    found = Found(
        site_of(
            {
                "knowledge/once.md": paper("A", f"gear {short}"),
                "knowledge/often.md": paper("B", f"gear gear gear {short}"),
                "knowledge/named.md": paper("Gear", short),
                "knowledge/long.md": paper("C", f"gear {long}"),
            }
        )
    )
    assert found.pages("gear") == ["knowledge/named/", "knowledge/often/", "knowledge/once/", "knowledge/long/"]


def test_of_a_term_that_is_everywhere_the_best_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "CAP", 5)
    pages = {f"knowledge/p{n}.md": paper("Gear" if n > 6 else "Other", "gear of some kind") for n in range(12)}
    found = Found(site_of(pages))
    assert found.postings["gear"].startswith("12:")
    assert set(found.pages("gear")) == {f"knowledge/p{n}/" for n in range(7, 12)}
    assert len(found.pages("type:concept")) == 12, "filters are whole"
    ids = [found.postings["gear"][3:][at : at + found.width] for at in range(0, 5 * found.width, found.width)]
    assert ids == sorted(ids)


def test_words_with_a_common_beginning_lie_in_one_shard() -> None:
    site = site_of(
        {f"knowledge/p{n}.md": paper(f"Page {n}", "measure measuring measurement meadow") for n in range(300)}
    )
    assert site.shards == 8
    files = made(outputs(site))
    holding = [
        path for path, raw in files.items() if b" measurement=" in raw or b" measur=" in raw or b" meadow=" in raw
    ]
    assert sum(b" measurement=" in files[path] for path in holding) == 1
    assert {path for path in holding if b" measur=" in files[path]} == {
        path for path in holding if b" meadow=" not in files[path] or b" measur=" in files[path]
    }
    assert value_of(files["data/search/meta.js"]) == {"count": 300, "width": 4}


def test_numbers_grow_a_sign_when_there_are_many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brainwiki.site.search.documents.MANY", 2)
    found = Found(site_of(SMALL))
    assert found.width == 5
    assert found.pages("gear")[0] == "knowledge/a/gear/"


def test_a_wiki_without_pages_has_an_index() -> None:
    found = Found(site_of({}))
    assert found.postings == {}
    assert value_of(found.files["data/search/meta.js"])["count"] == 0


# On every way the same ------------------------------------------------------------------------------------------------

WORDS = "gear sensor noise drift wall measured 猫 東京 检索 漂移 サーバー foo_bar v1.10 c++ door".split()


def written(rng: random.Random) -> str:
    """A page of some words, with a link or two."""
    words = " ".join(rng.choices(WORDS, k=rng.randint(1, 30)))
    return paper(
        f"{rng.choice(WORDS)} {rng.randint(0, 9)}",
        f"{words} [[p{rng.randint(0, 40)}]].\n\n## {rng.choice(WORDS)}\n\n{words}",
    )


def changed(rng: random.Random, pages: dict[str, str]) -> dict[str, str]:
    """The pages after some hours of work: one rewritten, one gone, one new, each now and then."""
    after = dict(pages)
    for _ in range(rng.randint(1, 3)):
        after[rng.choice(sorted(after))] = written(rng)
    if rng.random() < 0.5:
        del after[rng.choice(sorted(after))]
    if rng.random() < 0.6:
        after[f"knowledge/p{rng.randint(0, 400)}.md"] = written(rng)
    return after


def with_memo(texts_: Texts, memo: ShortMemo) -> Site:
    return replace(site_of(texts_), memo=memo)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_kept_from_earlier_builds_is_what_a_new_build_makes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "IN_A_BLOCK", 8)
    monkeypatch.setattr(index_module, "GROUP", 2)
    rng = random.Random(seed)
    pages = {f"knowledge/p{n}.md": written(rng) for n in range(85 if seed % 2 else 40)}
    memo = ShortMemo()
    kept: dict[str, tuple[str, bytes]] = {}
    for _ in range(8):
        fresh = {one.path: one for one in outputs(site_of(pages))}
        after: dict[str, tuple[str, bytes]] = {}
        for output in outputs(with_memo(pages, memo)):
            known = kept.get(output.path)
            after[output.path] = known if known and known[0] == output.key else (output.key, output.make())
        assert {path: raw for path, (_, raw) in after.items()} == made(fresh.values())
        assert {path: key for path, (key, _) in after.items()} == {path: one.key for path, one in fresh.items()}
        kept, pages = after, changed(rng, pages)


def keys(site: Site) -> dict[str, str]:
    return {output.path: output.key for output in outputs(site)}


def test_a_changed_page_changes_few_shards() -> None:
    rng = random.Random(5)
    names = [f"{a}{b}{c}" for a in "bcdfgh" for b in "aeiou" for c in "klmnprst"]
    pages = {f"knowledge/p{n}.md": paper(f"P {n}", " ".join(rng.choices(names, k=60))) for n in range(640)}
    before = keys(site_of(pages))
    pages["knowledge/p7.md"] = pages["knowledge/p7.md"] + "\nbak\n"
    after = keys(site_of(pages))
    touched = {path for path in before if before[path] != after[path]}
    assert sum(path.startswith("data/docs/") for path in touched) == 1
    assert 0 < sum(path.startswith("data/search/") for path in touched) <= 6
    assert before.keys() == after.keys()


def test_what_the_memo_has_lost_is_made_again() -> None:
    class Forgetful(ShortMemo):
        """Loses all postings."""

        def get(self, room: str, key: str, make: object) -> object:  # type: ignore[override]
            return make() if room in ("search-postings", "docs") else super().get(room, key, make)  # type: ignore[arg-type, operator]

    assert made(outputs(with_memo(SMALL, Forgetful()))) == made(outputs(site_of(SMALL)))


# Against brute force --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(found_corpora()))
def test_rare_words_lead_to_their_pages(name: str) -> None:
    """200 words that few pages have: each of these pages is found, and none else."""
    folder = found_corpora()[name]
    wiki = load_wiki(open_workspace(str(folder.parent if name in ("own", "example") else folder), now=NOW))
    site = site_with(wiki)
    found = Found(site)
    holding: dict[str, set[str]] = {}
    pages = {address: site.wiki.pages[path] for path, address in site.addresses.pages.items()}
    pages |= {address: site.wiki.evidence[path] for path, address in site.addresses.raws.items()}
    for address in found.docs:
        for term in set(terms("\n".join(one.text for one in texts(site, pages[address])))):
            holding.setdefault(term, set()).add(address)
    rare = sorted(term for term, addresses in holding.items() if len(addresses) <= 5)
    for term in random.Random(1).sample(rare, min(200, len(rare))):
        answer = found.pages(term)
        assert holding[term] <= set(answer), term
        others = set(answer) - holding[term]
        assert all(
            term
            in terms(
                "\n".join(
                    [
                        pages[one].title,
                        *pages[one].aliases,
                        pages[one].description,
                        *pages[one].tags,
                        pages[one].id.replace("/", "\n"),
                        *(part for part, _ in pages[one].parts),
                    ]
                )
            )
            or pages[one].kind == "session"
            for one in others
        ), term
        assert len(set(answer[:10]) & holding[term]) == min(len(holding[term]), 10 - min(10, len(others))) or others


def test_signs_are_in_the_order_of_their_codes() -> None:
    assert list(SIGNS) == sorted(SIGNS)
    assert len(set(SIGNS)) == 64
    assert not set(SIGNS) & set(" =:,")


def test_every_output_is_a_file_with_a_key() -> None:
    found = list(outputs(site_of(SMALL)))
    assert all(isinstance(one, FileOutput) and one.key for one in found)
    assert Path(found[0].path).parts[0] == "data"
