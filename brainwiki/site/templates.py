"""The templates of our own parts of a page: every value is escaped unless it was rendered by us."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.bccache import Bucket
from jinja2.ext import Extension
from markupsafe import Markup

from brainwiki.ports import Memo
from brainwiki.site.language import unless
from brainwiki.site.state import Site
from brainwiki.site.words import Words

_ROOM = "templates"
_INDENT = re.compile(r"([%#]\})?\n\s+")  # where a tag ends a line, Jinja takes the line's end: a blank stays


class _Tight(Extension):
    """Indentation is for those who write templates: no page carries it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template with every line at its margin, without empty lines."""
        del name, filename
        return _INDENT.sub(lambda found: f"{found[1]}\n " if found[1] else "\n", source)


class Templates:
    """Renders `bw/<name>.html` from the theme's folders, the first that has it."""

    def __init__(self, folders: Iterable[str], memo: Memo | None = None) -> None:
        self._environment = Environment(
            loader=FileSystemLoader(list(folders)),
            autoescape=True,
            bytecode_cache=Compiled(memo, "parts") if memo is not None else None,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=[_Tight],
            auto_reload=False,  # a build reads each template once
        )
        self._environment.filters["unless"] = _lang
        self._found: dict[str, Template] = {}
        self._environment.filters["trusted"] = Markup  # HTML that `render` or a template made

    def render(self, name: str, site: Site, words: Words | None = None, **context: object) -> str:
        """The part with this name as HTML; `words` where it does not speak the site's language."""
        template = self._found.get(name)
        if template is None:
            template = self._found[name] = self._environment.get_template(f"bw/{name}.html")
        return template.render(w=words or site.words, site=site, **context)


class Compiled(BytecodeCache):
    """Templates as they were compiled, kept between builds; each says by a sum of its text whether it is still that. `kind`
    names the environment, for a template means something else in another."""

    def __init__(self, memo: Memo, kind: str) -> None:
        self._memo = memo
        self._kind = kind

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket with what is kept under its key."""
        key = f"{self._kind} {bucket.key}"
        kept: bytes = self._memo.known(_ROOM, (key,)).get(key, b"")
        if kept:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._memo.keep(_ROOM, f"{self._kind} {bucket.key}", bucket.bytecode_to_string())


@lru_cache(maxsize=1024)
def _lang(language: str, around: str) -> Markup:
    """The attribute that says a language, with its blank; nothing where it is that of the text around."""
    tag = unless(language, around)
    return Markup(' lang="{}"').format(tag) if tag else Markup()
