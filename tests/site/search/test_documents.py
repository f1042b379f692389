"""What is searched: published pages under numbers that stay, in texts that are capped."""

from __future__ import annotations

import json

from brainwiki.site.search.documents import MOST_SECTIONS, SHOWN, code, documents, entry, shortened, texts
from brainwiki.site.search.room import outputs
from brainwiki.site.shards import shard_of
from brainwiki.site.text.plain import Section
from tests.helpers import bare
from tests.site.search.sites import docs_of, made
from tests.site.sites import SESSION, page, site_of, talk_site

PAGE = "---\ntype: concept\ntitle: Hush Line\ndescription: A line.\ntags: [a, b]\n---\n# Hush Line\n\nQuiet.\n\n## Scope\n\n64 sensors.\n"
TASK = "---\ntype: task\ntitle: Secret\n---\nUntold.\n"


def test_published_pages_are_documents_and_nothing_else() -> None:
    site = talk_site(
        {"knowledge/a/hush.md": PAGE, "tasks/secret.md": TASK, "index.md": "# Home\n", "log.md": "# Log\n"},
        evidence={"raw/notes.txt": bare("one\ntwo", "raw/notes.txt", "raw")},
    )
    addresses = {one.address for one in documents(site)}
    assert addresses == {"knowledge/a/hush/", "sources/report/", f"{SESSION}/", "raw/notes/"}
    assert "Untold" not in json.dumps(docs_of(made(outputs(site))))


def test_an_entry_has_the_form_that_scripts_rely_on() -> None:
    site = site_of({"knowledge/a/hush.md": PAGE})
    found = docs_of(made(outputs(site)))
    assert found["knowledge/a/hush/"][:-1] == [
        "Hush Line", "page", "concept", "en", "A line.", ["a", "b"], [["", "", "Quiet."], ["scope", "Scope", "64 sensors."]], 0
    ]  # fmt: skip
    assert found["knowledge/a/hush/"][-1] == documents(site)[0].code == code(documents(site)[0].number, 3)


def test_a_document_is_in_the_shard_of_its_address_and_its_number_says_which() -> None:
    site = site_of({f"knowledge/a/p{n}.md": PAGE for n in range(300)})
    assert site.shards == 8
    for one in documents(site):
        assert f"{one.number % site.shards:02x}" == shard_of(one.address, site.shards)
    paths = [output.path for output in outputs(site) if output.path.startswith("data/docs/")]
    assert paths == [f"data/docs/{n:02x}.js" for n in range(8)]


def test_numbers_stay_when_pages_come_and_go() -> None:
    texts_ = {f"knowledge/a/p{n}.md": PAGE for n in range(60)}
    before = {one.address: one.number for one in documents(site_of(texts_))}
    del texts_["knowledge/a/p7.md"]
    after = {one.address: one.number for one in documents(site_of({**texts_, "knowledge/b/new.md": PAGE}))}
    assert {address: number for address, number in before.items() if address in after} == {
        address: number for address, number in after.items() if address in before
    }


def test_codes_sort_as_their_numbers() -> None:
    numbers = [0, 1, 63, 64, 4095, 4096, 300_000, (1 << 24) - 1]
    assert [code(n, 4) for n in numbers] == sorted(code(n, 4) for n in numbers)
    assert code(0, 3) == "---"
    assert code((1 << 24) - 1, 4) == "zzzz"


def test_a_key_names_the_titles_that_are_shown_and_only_those() -> None:
    linking = "---\ntype: concept\ntitle: A\n---\nSee [[b]] and [[c|that]].\n"

    def key(b: str, c: str) -> str:
        found = documents(
            site_of(
                {
                    "knowledge/a.md": linking,
                    "knowledge/b.md": f"---\ntitle: {b}\n---\n",
                    "knowledge/c.md": f"---\ntitle: {c}\n---\n",
                }
            )
        )
        return next(one.key for one in found if one.address == "knowledge/a/")

    assert key("B", "C") == key("B", "Other")
    assert key("B", "C") != key("Other", "C")


def test_turns_are_sections_and_each_is_capped() -> None:
    site = talk_site({})
    found = texts(site, page(site, f"{SESSION}/session.md"))
    assert [(one.anchor, one.heading) for one in found] == [
        ("", ""), ("turn-1", "User"), ("turn-2", "Assistant"), ("turn-3", "Tool"), ("turn-4", "Tool")
    ]  # fmt: skip
    assert found[2].text == "You like <b>diagrams</b> more than lists."


def test_lines_of_an_evidence_file_lead_to_where_they_stand() -> None:
    lines = "\n".join(f"line {n}" for n in range(1, 101))
    site = site_of({}, evidence={"raw/notes.txt": bare(lines, "raw/notes.txt", "raw")})
    found = texts(site, site.wiki.evidence["raw/notes.txt"])
    assert [one.anchor for one in found] == ["", "L41", "L81"]
    assert found[1].text.startswith("line 41 line 42 ")
    assert docs_of(made(outputs(site)))["raw/notes/"][:2] == ["notes.txt", "raw"]


def test_long_pages_show_the_beginning_of_every_section() -> None:
    found = [Section("", "", "short"), *(Section(f"s{n}", "S", "word " * 400) for n in range(3))]
    kept, is_cut = shortened(found)
    assert is_cut
    assert kept[0].text == "short"
    assert len({len(one.text) for one in kept[1:]}) == 1
    assert SHOWN - 100 < sum(len(one.text) for one in kept) <= SHOWN
    assert all(one.text.endswith("word") for one in kept[1:])
    many, is_cut = shortened([Section(f"s{n}", "S", "x" * 300) for n in range(200)])
    assert is_cut
    assert len(many) == MOST_SECTIONS
    assert shortened(found[:1]) == (found[:1], False)


def test_an_entry_says_that_there_is_more() -> None:
    site = site_of({"knowledge/a/long.md": PAGE + "More words. " * 400})
    document = documents(site)[0]
    assert entry(site, document, texts(site, document.page))[7] == 1
