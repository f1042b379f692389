"""Random settings of others: JSON and TOML in any formatting, with hooks, servers and comments, and instruction files."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

NAMES = st.sampled_from(["a", "model", "env", "日本", "a b", "mcp", "hook", "$schema", "brainwikis", "x.y"])
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-999, 10**6),
    st.sampled_from([0.5, -1e30]),
    st.text('ab"\\/{}[],:# é語\n', max_size=8),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=6
)
HANDLERS = st.fixed_dictionaries(
    {"type": st.just("command"), "command": st.sampled_from(["echo hi", "x --root /other", "brainwiki-x"])}
)
GROUPS = st.fixed_dictionaries({"hooks": st.lists(HANDLERS, max_size=2)}, optional={"matcher": st.just("startup")})
HOOKS = st.fixed_dictionaries(
    {}, optional={"SessionStart": st.lists(GROUPS, max_size=2), "Stop": st.lists(GROUPS, max_size=1)}
)
SERVERS = st.dictionaries(
    st.sampled_from(["brainwiki", "github", "brainwiki-notes"]),
    st.fixed_dictionaries({"command": st.just("npx")}, optional={"args": st.lists(st.just("x"), max_size=2)}),
    max_size=2,
)
BLANKS = ["", " ", "  ", "\n", "\n  ", "\n\t", "\r\n    ", " \n \n "]
COMMENTS = ["// one\n", "/* two */", '/* [1,\n"x": { */ ', "//{\r\n"]


@st.composite
def settings_values(draw: st.DrawFn) -> dict[str, Any]:
    """The value of a settings file, with or without hooks and servers."""
    value: dict[str, Any] = draw(st.dictionaries(NAMES, VALUES, max_size=3))
    if draw(st.booleans()):
        value["hooks"] = draw(HOOKS)
    if draw(st.booleans()):
        value["mcpServers"] = draw(SERVERS)
    names = draw(st.permutations(list(value)))
    return {name: value[name] for name in names}


@st.composite
def json_texts(draw: st.DrawFn, with_comments: bool = False) -> str:
    """A settings file as somebody or some program may have written it."""
    value = draw(settings_values())
    form = draw(st.sampled_from(["pretty", "compact", "tabs", "odd"]))
    if form == "odd":
        body = _odd(draw, value, with_comments)
    else:
        options: dict[str, Any] = {
            "pretty": {"indent": draw(st.sampled_from([1, 2, 4]))},
            "compact": {"separators": (",", ":")},
            "tabs": {"indent": "\t"},
        }[form]
        body = json.dumps(value, ensure_ascii=draw(st.booleans()), **options)
    if draw(st.booleans()):
        body = body.replace("\r\n", "\n").replace("\n", "\r\n")
    return draw(st.sampled_from(["", "\ufeff"])) + body + draw(st.sampled_from(["", "\n", "\r\n", "\n\n"]))


def _odd(draw: st.DrawFn, value: Any, with_comments: bool) -> str:
    """A value with blanks, and comments where they are taken, in any place."""

    def blank() -> str:
        chosen = draw(st.sampled_from(BLANKS))
        return chosen + draw(st.sampled_from(COMMENTS)) if with_comments and draw(st.integers(0, 3)) == 0 else chosen

    def written(inner: Any) -> str:
        if isinstance(inner, dict):
            items = [
                f"{blank()}{json.dumps(key)}{blank()}:{blank()}{written(item)}{blank()}" for key, item in inner.items()
            ]
            opening, closing = "{", "}"
        elif isinstance(inner, list):
            items = [f"{blank()}{written(item)}{blank()}" for item in inner]
            opening, closing = "[", "]"
        else:
            return json.dumps(inner)
        last = "," if with_comments and items and draw(st.booleans()) else ""
        return f"{opening}{','.join(items) or blank()}{last}{closing}"

    return written(value)


LINES = [
    "# a comment",
    "",
    'model = "x" # [mcp_servers.brainwiki]',
    'text = """\n[mcp_servers.brainwiki]\n"quoted" \\"\n"""',
    "raw = '''\n[a]\n'''",
    "list = [\n  1, # ]\n  [2],\n]",
    "inline = { a = 1, b = [1] }",
]
TABLES = [
    "[features]\nhooks = true",
    '[projects."/home/ann/x"]\ntrust_level = "trusted"',
    '[mcp_servers.github]\ncommand = "npx"\nargs = ["x"]',
    "[mcp_servers.github.env]\nKEY = 'v'",
    '[[things]]\nname = "a"\n\n[[things]]\nname = "b"',
    "[ mcp_servers . \"brainwiki\" ]\ncommand = 'other'",
]


@st.composite
def toml_texts(draw: st.DrawFn) -> str:
    """A configuration file: lines first, then tables, in any order."""
    lines = draw(st.lists(st.sampled_from(LINES), max_size=4, unique=True))
    tables = draw(st.lists(st.sampled_from(TABLES), max_size=4, unique=True))
    gap = draw(st.sampled_from(["\n", "\n\n", "\n# between\n"]))
    body = gap.join([*lines, *tables])
    if draw(st.booleans()):
        body = body.replace("\n", "\r\n")
    return body + draw(st.sampled_from(["", "\n", "\r\n", "\n\n", "\n# end", "\n# end\n"]))


def instruction_texts() -> st.SearchStrategy[bytes]:
    """An instruction file in any encoding that has no zero bytes."""
    parts = st.lists(
        st.sampled_from(
            ["# Rules\n", "be kind", "\r\n", "\n", "語 é", "<!-- note -->\n", "```\n", "\ufeff", "\r", "x"]
        ),
        max_size=8,
    )
    return parts.map("".join).map(str.encode) | st.binary(max_size=40).filter(lambda raw: b"\0" not in raw)
