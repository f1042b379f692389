"""Code blocks with the classes of Pygments: highlighted on the server, coloured by the style sheet."""

from __future__ import annotations

import html
from functools import lru_cache

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

MAX_CODE = 100_000

_FORMATTER: HtmlFormatter[str] = HtmlFormatter(nowrap=True)


def block(code: str, language: str) -> str:
    """A code block as HTML; `language` is the first word of the fence, empty for none. Unknown languages stay plain."""
    lexer = _lexer(language.lower()) if language and len(code) <= MAX_CODE else None
    inner = highlight(code, lexer, _FORMATTER) if lexer is not None else html.escape(code, quote=False)
    label = f' data-lang="{html.escape(language)}"' if language else ""
    return f'<div class="highlight"{label}><pre tabindex="0"><code>{inner}</code></pre></div>'


@lru_cache(maxsize=128)
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
