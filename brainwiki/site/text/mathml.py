"""LaTeX math to MathML on the server, so that a page needs no script and no request to show a formula."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import Literal

import nh3

MAX_FORMULA = 4000
TAGS = frozenset(
    "math mrow mi mo mn mtext ms msub msup msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mspace "
    "mpadded menclose mphantom mmultiscripts mprescripts none".split()
)
ATTRIBUTES = frozenset(
    "mathvariant stretchy fence form accent accentunder width height depth lspace rspace voffset linethickness minsize "
    "maxsize movablelimits largeop symmetric displaystyle scriptlevel columnalign rowspacing columnspacing notation linebreak".split()
)
# The converter copies text and addresses into its output as they stand: whatever is not on the list goes.
_CLEANER = nh3.Cleaner(
    tags=set(TAGS),
    clean_content_tags={"script", "style"},
    attributes={"*": set(ATTRIBUTES), "math": {"display", "xmlns"}},
)
_DEFINES = re.compile(r"\\(?:newcommand|renewcommand|newenvironment|def|gdef|let)(?![A-Za-z])")
_ALIGNED = re.compile(r"\\(begin|end)\{(?:aligned|alignedat|gathered|gather\*?|equation\*?|multline\*?)\}")
_SIGNS = {"\\sim": "∼", "\\setminus": "∖"}  # signs that every font has, for ones that few have
_SIGN = re.compile(r"\\(?:sim|setminus)(?![A-Za-z])")
_UNKNOWN = re.compile(r"<mi>\\[A-Za-z]")
_MARKUP = re.compile(r"[<>](?=[A-Za-z/!?])|&(?=[#A-Za-z])")


@lru_cache(maxsize=4096)
def to_mathml(formula: str, display: Literal["inline", "block"]) -> str:
    """A formula as MathML; one that cannot be converted whole is shown as code, never half converted."""
    converted = "" if len(formula) > MAX_FORMULA or _DEFINES.search(formula) else _convert(formula, display)
    if not converted or _UNKNOWN.search(converted):
        return f'<code class="bw-math">{html.escape(formula.strip())}</code>'
    return _CLEANER.clean(converted)


def _convert(formula: str, display: str) -> str:
    """The converter's answer, empty where it has none."""
    from latex2mathml.converter import convert  # 60 ms; most pages hold no math

    source = _SIGN.sub(lambda sign: _SIGNS[sign[0]], formula)
    source = _ALIGNED.sub(r"\\\1{align*}", _MARKUP.sub(lambda sign: f"{sign[0]} ", source.strip()))
    try:
        return str(convert(source, display=display))
    except Exception:  # the converter raises a dozen kinds, RecursionError and IndexError among them
        return ""
