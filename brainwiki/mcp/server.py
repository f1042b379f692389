"""The server as the SDK knows it: tools with descriptions for models, resources for pages, a prompt that starts a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal
from urllib.parse import unquote

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError, UnexpectedToolError
from mcp_types import ToolAnnotations
from pydantic import Field, ValidationError

from brainwiki import __version__
from brainwiki.errors import AmbiguousNameError, BrainwikiError, UnknownNameError
from brainwiki.mcp.memory import HOW, Memory
from brainwiki.mcp.parts import MOST, part_of
from brainwiki.retrieval.counting import estimate

Kind = Literal["page", "note", "session", "source", "task"]

Name = Annotated[
    str,
    Field(min_length=1, max_length=500, description="A path such as knowledge/pump, a file name, a title or an alias."),
]
MaybeName = Annotated[str, Field(max_length=500, description="A page as in `read`; empty: the whole memory.")]
Cursor = Annotated[
    str, Field(max_length=40, description="From the end of the last answer, for the part after it; empty at first.")
]
Commit = Annotated[str, Field(max_length=200, description="A commit as history gives it, a branch or a tag.")]

_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_STAGES = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


class Tools:
    """The tools; a docstring is what a model reads of one."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def search(
        self,
        query: Annotated[
            str,
            Field(
                min_length=1,
                max_length=4_000,
                description='Words or a question, in any language. "quoted words" must stand so; -word excludes; filters: '
                "type: tag: scope: before: after: (YYYY-MM-DD) in: (a folder).",
            ),
        ],
        limit: Annotated[int, Field(ge=1, le=20, description="Most hits.")] = 8,
        kinds: Annotated[list[Kind], Field(description="Only these kinds of text; empty: all.")] = [],  # noqa: B006
        inside: Annotated[str, Field(max_length=300, description="Only paths that begin so, such as knowledge/.")] = "",
    ) -> str:
        """Search the memory by words and, where it has a model for that, by meaning: pages, notes, turns of past sessions,
        sources. Ask this first. Each hit says what to give to `read`, how fresh and how sure it is, and shows the words that
        matched; hits are best first. One specific question finds more than a list of keywords."""
        where = (inside,) if inside else ()
        return self._answer(lambda: self._memory.search(query, limit, tuple(kinds), where))

    async def read(self, page: Name, cursor: Cursor = "") -> str:
        """Open one text of the memory: a page (`knowledge/pump`, also by title or alias), a section of it (`pump#costs`), a
        session's summary (`sessions/<id>`), one turn with its neighbours (`sessions/<id>#turn-12`) or a whole transcript
        (`sessions/<id>/transcript`). `[cite:N]` in a page points to its source N: `why` follows it. `[[name]]` is a link: read it
        by that name. Long texts come in parts: call again with the cursor that the answer ends with."""
        return self._answer(lambda: self._memory.read(page, cursor))

    async def links(self, page: Name, cursor: Cursor = "") -> str:
        """What else to know: the pages that a page links to, those that link to it, and those that cite it as evidence, each with
        the sentence in which the link stands."""
        return self._answer(lambda: self._memory.links(page, cursor))

    async def why(
        self,
        page: Name,
        claim: Annotated[
            str,
            Field(max_length=500, description="Id of a claim, the beginning of one, or words of it; empty: list all."),
        ] = "",
        cursor: Cursor = "",
    ) -> str:
        """How something is known. With a page alone: its claims, each with an id and the support of its sources. With a claim:
        its evidence, followed down to the quoted words in a session's turn or a source, with a note whether the quote really
        stands there, and what the claim said before. Use it before you rely on a claim for something that matters."""
        return self._answer(lambda: self._memory.why(page, claim, cursor))

    async def history(
        self,
        page: Name,
        skip: Annotated[int, Field(ge=0, le=100_000, description="Leave out the newest N revisions.")] = 0,
        cursor: Cursor = "",
    ) -> str:
        """The revisions of a page, newest first, through every name that it had: when, by whom, why, and which claims each one
        added, changed or removed. The commits in it can be given to `diff`."""
        return self._answer(lambda: self._memory.history(page, skip, cursor))

    async def diff(self, base: Commit = "", head: Commit = "", page: MaybeName = "", cursor: Cursor = "") -> str:
        """What changed between two states of the memory, claim by claim, with the evidence gained and lost and links that broke.
        With a page: only that page, with the difference of its text; with a page and no base: its last revision. Without
        a head the present commit is the later state."""
        return self._answer(lambda: self._memory.diff(base, head, page, cursor))

    async def context(
        self,
        query: Annotated[
            str, Field(min_length=1, max_length=4_000, description="What you need to know, as a question.")
        ],
        budget: Annotated[int, Field(ge=200, le=8_000, description="Most tokens of the answer.")] = 4_000,
    ) -> str:
        """One packed answer under a budget of tokens: standing rules, the pages, notes and session turns that bear on the
        question, each claim beside its evidence. Use it where you want an overview at once; `search` and `read` where
        you know what you look for."""
        return self._answer(lambda: self._memory.context(query, budget))

    async def correct(
        self,
        text: Annotated[
            str, Field(min_length=1, max_length=2_000, description="What is right, in the words of the user.")
        ],
        page: Annotated[str, Field(max_length=500, description="The page that is wrong; empty: not known.")] = "",
        claim: Annotated[str, Field(max_length=100, description="The id of the wrong claim, as `why` lists it.")] = "",
    ) -> str:
        """The user says that the memory is wrong: keep their words. Nothing changes at once: the next consolidation proposes a
        change that rests on these words, a person reviews it, and what was wrong becomes history. Find page and claim by
        `search` and `why` first, so that the right sentence is replaced. Pass on what the user said, not what you conclude."""
        return self._answer(lambda: self._memory.correct(text, page, claim))

    async def propose(
        self,
        consolidation: Annotated[
            str,
            Field(
                min_length=2,
                max_length=200_000,
                description='JSON: {"title", "observations": [{"id": "a label", "session", "turn", "quote": "exact words of that '
                'turn", "subject": "the page", "statement"}], "updates": [{"do": '
                '"add|supersede|edit|support|retire|link|create", "page", "claim"?, "text"?, "observations": ["a label"]}]}.',
            ),
        ],
    ) -> str:
        """Propose a change of the memory that rests on past sessions: observations with the exact words of a turn, and typed
        updates of pages. It is checked by all rules and becomes a proposal that waits for a person; nothing else changes, and
        no search finds it before it is accepted. Wrong in form or evidence, it is refused with every mistake named. The
        present conversation is taken in by itself when it ends; propose only what older sessions prove."""
        return self._answer(lambda: self._memory.propose(consolidation))

    @staticmethod
    def _answer(work: Callable[[], str]) -> str:
        """The text of an answer; what the brain refuses becomes an error that a model can read."""
        try:
            return bounded(work())
        except BrainwikiError as error:
            raise ToolError(str(error)) from None
        except OSError as error:
            raise ToolError(f"The memory could not be read ({error.strerror or error}). Try again.") from None


def bounded(text: str) -> str:
    """A text that fits into one answer and into a message; parts see to it before, this for certain."""
    if estimate(text) > MOST:
        text = f"{part_of(text).text}\n\n(cut here: the rest has no room)"
    return text.encode("utf-8", "replace").decode("utf-8")


class Server(MCPServer[object]):
    """The SDK's server, with errors in the words of this program and not of the libraries below it."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool; what is wrong with the arguments is told by name."""
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            raise ToolError(_reason(name, error)) from None


def _reason(name: str, error: ToolError) -> str:
    if isinstance(error.__cause__, ValidationError):
        wrong = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.__cause__.errors()]
        return f"{name} was called wrongly. {'; '.join(wrong)}."
    return str(error).removeprefix(f"Error executing tool {name}: ")


def make_server(memory: Memory) -> Server:
    """The server of a memory. Its writers stage, and nothing else."""
    server = Server(
        "brainwiki",
        title=f"The memory of {memory.workspace.title}",
        instructions=HOW,
        version=__version__,
        log_level="WARNING",
    )
    tools = Tools(memory)
    for tool in (tools.search, tools.read, tools.links, tools.why, tools.history, tools.diff, tools.context):
        server.add_tool(tool, description=_flat(tool.__doc__), annotations=_READS, structured_output=False)
    for writer in (tools.correct, tools.propose):
        server.add_tool(writer, description=_flat(writer.__doc__), annotations=_STAGES, structured_output=False)
    _add_resources(server, memory)

    @server.prompt(title="Start a session with the memory")
    async def start(task: Annotated[str, Field(description="What the session is about; may be empty.")] = "") -> str:
        """What to know before the first question: how to use the memory, its standing rules, and its compact index."""
        return bounded(memory.start(task))

    return server


def _add_resources(server: Server, memory: Memory) -> None:
    @server.resource(
        "brain://index",
        title="Compact index",
        description="One line a page: what the memory knows.",
        mime_type="text/markdown",
    )
    async def index() -> str:
        return bounded(memory.index())

    @server.resource(
        "brain://page/{+path}",
        title="A page",
        description="A page of the memory by its path, such as brain://page/knowledge/pump; long ones are cut, `read` has the rest.",
        mime_type="text/markdown",
    )
    async def page(path: str) -> str:
        try:
            return bounded(memory.read(unquote(path), ""))
        except (UnknownNameError, AmbiguousNameError) as error:
            raise ResourceNotFoundError(str(error)) from None
        except BrainwikiError as error:
            raise ResourceError(str(error)) from None


def _flat(text: str | None) -> str:
    return " ".join((text or "").split())
