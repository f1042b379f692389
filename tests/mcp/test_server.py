"""The server through the SDK's client: what is offered, and how wrong calls are answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from brainwiki.errors import GitError
from brainwiki.mcp import server as module
from brainwiki.mcp.parts import MOST
from brainwiki.retrieval.counting import estimate
from tests.helpers import titled, write_files
from tests.mcp.brains import asked, call
from tests.past_brain import FILES

READERS = ["search", "read", "links", "why", "history", "diff", "context"]
TOOLS = [*READERS, "correct", "propose"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A brain without a repository."""
    write_files(tmp_path, FILES)
    return tmp_path


def test_what_is_offered(folder: Path) -> None:
    async def story(client: Client) -> None:
        info: Any = client.server_info
        assert (info.name, info.title) == ("brainwiki", f"The memory of {folder.name}")
        assert "search" in (client.instructions or "")
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == TOOLS
        for tool in tools:
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint is (tool.name in READERS)
            assert (tool.annotations.destructive_hint, tool.annotations.open_world_hint) == (False, False)
            assert 80 < len(tool.description or "") < 900
            assert "\n" not in (tool.description or "")
            assert tool.output_schema is None
            for name, value in tool.input_schema["properties"].items():
                assert value["description"], name
                assert value["type"] != "string" or value["maxLength"]
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["start"]
        assert [str(one.uri) for one in (await client.list_resources()).resources] == ["brain://index"]
        templates = (await client.list_resource_templates()).resource_templates
        assert [one.uri_template for one in templates] == ["brain://page/{+path}"]

    asked(folder, story)


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("read", {}, "read was called wrongly. page: Field required."),
        ("read", {"page": ""}, "read was called wrongly. page: String should have at least 1 character."),
        ("read", {"page": "x" * 501}, "page: String should have at most 500 characters"),
        ("read", {"page": 7}, "page: Input should be a valid string"),
        ("read", {"page": "pumq"}, "No page 'pumq'. Did you mean pump?"),
        ("read", {"page": "pump", "cursor": "x"}, "The cursor is none that was given."),
        ("search", {"query": "x", "limit": 21}, "limit: Input should be less than or equal to 20"),
        ("search", {"query": "x", "kinds": ["raw"]}, "kinds.0: Input should be 'page'"),
        ("history", {"page": "pump", "skip": -1}, "skip: Input should be greater than or equal to 0"),
        ("diff", {}, "diff needs a base."),
        ("diff", {"base": "HEAD"}, "lies in no Git repository"),
        ("context", {"query": "x", "budget": 90_000}, "budget: Input should be less than or equal to 8000"),
        ("why", {"page": "pump", "claim": "nix"}, "No claim"),
        ("correct", {"text": ""}, "text: String should have at least 1 character"),
        ("correct", {"text": "x"}, "lies in no Git repository"),
        ("propose", {"consolidation": "{}"}, "lies in no Git repository"),
        ("nix", {}, "Unknown tool: nix"),
    ],
)
def test_a_wrong_call_is_told(folder: Path, tool: str, arguments: dict[str, Any], says: str) -> None:
    async def story(client: Client) -> None:
        text = await call(client, tool, fails=True, **arguments)
        assert says in text
        assert "pydantic" not in text
        assert "Error executing" not in text

    asked(folder, story)


def test_a_crash_shows_nothing_of_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> str:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(module.Memory, "links", crash)

    async def story(client: Client) -> None:
        text = await call(client, "links", fails=True, page="pump")
        assert text == "Error executing tool links"

    asked(folder, story)


@pytest.mark.parametrize(
    ("error", "says"),
    [(OSError(5, "Input/output error"), "could not be read (Input/output error)"), (GitError("x"), "Git could")],
)
def test_what_the_system_refuses_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, says: str
) -> None:
    def refuse(*_: object) -> str:
        raise error

    monkeypatch.setattr(module.Memory, "read", refuse)

    async def story(client: Client) -> None:
        assert says in await call(client, "read", fails=True, page="pump")

    asked(folder, story)


def test_resources(folder: Path) -> None:
    async def story(client: Client) -> None:
        index: Any = (await client.read_resource("brain://index")).contents[0]
        assert (index.mime_type, "[[pump|The pump]]" in index.text) == ("text/markdown", True)
        page: Any = (await client.read_resource("brain://page/knowledge/pump")).contents[0]
        assert page.text.startswith("# The pump\n")
        by_title: Any = (await client.read_resource("brain://page/The%20pump")).contents[0]
        assert by_title.text == page.text
        for wrong in ("knowledge/pumq", "../brainwiki.toml", "%2e%2e/brainwiki.toml", "/etc/passwd", "a%00b"):
            with pytest.raises(MCPError):
                await client.read_resource(f"brain://page/{wrong}")

    asked(folder, story)


def test_the_prompt(folder: Path) -> None:
    async def story(client: Client) -> None:
        for arguments in ({"task": "mend it"}, {}):
            message: Any = (await client.get_prompt("start", arguments)).messages[0]
            assert message.role == "user"
            assert ("mend it" in message.content.text) == bool(arguments)
            assert "[[pump|The pump]]" in message.content.text

    asked(folder, story)


def test_no_answer_is_too_large_and_lone_surrogates_pass(folder: Path) -> None:
    claims = "".join(
        f"- Claim number {n} of the many, which are long enough to fill it. [cite:1]\n" for n in range(1_500)
    )
    links = "".join(f"- Sentence {n} has [[pump]] in it, and some more words.\n" for n in range(1_500))
    sources = "sources:\n  - id: 1\n    resource: sources/manual\n"
    talk = '{"turn": 1, "role": "user", "text": "odd \\ud800 end"}\n'
    write_files(
        folder,
        {
            "wiki/knowledge/many.md": titled("Many", claims + links, sources),
            "wiki/sessions/s/session.md": "---\ntype: session\ntitle: S\n---\nx\n",
            "wiki/sessions/s/transcript.jsonl": talk,
        },
    )

    async def story(client: Client) -> None:
        for tool in ("read", "why", "links", "history"):
            assert estimate(await call(client, tool, page="many")) <= MOST
        assert estimate(await call(client, "links", page="pump")) <= MOST
        assert estimate(await call(client, "search", query="claim number sentence", limit=20)) <= MOST
        assert estimate(await call(client, "context", query="claim", budget=8_000)) <= MOST
        assert "odd ? end" in await call(client, "read", page="sessions/s/transcript")

    asked(folder, story)


def test_a_text_that_nobody_bounded_is_cut() -> None:
    text = module.bounded("word " * 60_000)
    assert estimate(text) <= MOST
    assert text.endswith("(cut here: the rest has no room)")
