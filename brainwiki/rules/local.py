"""Local rules, which a workspace brings itself: the form of their codes, and what is wrong with a set of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from brainwiki.model.finding import Severity
from brainwiki.rules.register import BY_CODE, BY_SLUG
from brainwiki.rules.rule import Example, Hit, Rule

FOLDER = "checks/rules"
_CODE = re.compile(r"XW[1-9][0-9]{2}")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_CHECKS = {"file": ("check",), "wiki": ("check", "check_wiki"), "change": ("check_change",)}  # what a scope may have


def is_local(code: str) -> bool:
    """Whether a code has the form of local rules: `XW` and three digits. No built-in rule will ever have it."""
    return _CODE.fullmatch(code) is not None


def mistakes(found: Sequence[tuple[str, Rule]]) -> tuple[str, ...]:
    """Everything that is wrong with local rules, given as (file, rule), one sentence each."""
    codes = Counter(_text(rule.code) for _, rule in found)
    slugs = Counter(_text(rule.slug) for _, rule in found)
    wrong: list[str] = []
    for path, rule in found:
        problems = [*_name(rule, codes, slugs), *_texts(rule), *_values(rule), *_fixes(rule), *_examples(rule)]
        wrong.extend(f"{path}: {rule.code}: {problem}" for problem in problems)
    return tuple(wrong)


def _text(value: object) -> str:
    """A value that should be text; nothing has checked the types of a file that was just run."""
    return value if isinstance(value, str) else ""


def _name(rule: Rule, codes: Counter[str], slugs: Counter[str]) -> Iterator[str]:
    code, slug = _text(rule.code), _text(rule.slug)
    if code in BY_CODE:
        yield "the code belongs to a built-in rule; local ones are XW and three digits, such as XW101"
    elif not is_local(code):
        yield "the code must be XW and three digits, such as XW101"
    elif codes[code] > 1:
        yield "the code is used twice"
    if not _SLUG.fullmatch(slug):
        yield f"the slug {rule.slug!r} must be lower-case words joined by hyphens"
    elif slug in BY_SLUG:
        yield f"the slug {slug!r} belongs to the built-in rule {BY_SLUG[slug].code}"
    elif slugs[slug] > 1:
        yield f"the slug {slug!r} is used twice"


def _texts(rule: Rule) -> Iterator[str]:
    for name in ("summary", "why", "remedy"):
        if not _text(getattr(rule, name)).strip():
            yield f"`{name}` must be a sentence"


def _values(rule: Rule) -> Iterator[str]:
    severity: object = rule.severity
    if not isinstance(severity, Severity):
        yield "`severity` must be Severity.BLOCK or Severity.WARN"
    allowed = _CHECKS.get(_text(rule.scope))
    if allowed is None:
        yield f"`scope` must be one of {', '.join(_CHECKS)}"
        return
    given = [name for name in ("check", "check_wiki", "check_change") if getattr(rule, name) is not None]
    if len(given) != 1 or given[0] not in allowed or not callable(getattr(rule, given[0])):
        yield f"a rule of scope {rule.scope} needs a function in {' or '.join(f'`{name}`' for name in allowed)}, and only there"


def _fixes(rule: Rule) -> Iterator[str]:
    if rule.fix is not None or rule.mend is not None:
        yield "a local rule only looks; leave out `fix` and `mend`"


def _examples(rule: Rule) -> Iterator[str]:
    for name in ("bad", "good"):
        value = getattr(rule, name)
        if not isinstance(value, tuple) or not all(isinstance(example, Example) for example in value):
            yield f"`{name}` must be a tuple of Example"


def guarded(rule: Rule, digest: str) -> Rule:
    """The rule with functions that raise TypeError at a hit which is none, so that the engine tells of it as of any crash; `digest` is
    that of its file."""
    return replace(
        rule,
        check=_sound(rule.check),
        check_wiki=_sound(rule.check_wiki),
        check_change=_sound(rule.check_change),
        digest=digest,
    )


def _sound(check: Callable[..., Iterable[object]] | None) -> Callable[..., Iterator[Hit]] | None:
    if check is None:
        return None

    def checked(*given: object) -> Iterator[Hit]:
        for hit in check(*given):
            if not isinstance(hit, Hit) or not _is_sound(hit):
                raise TypeError(f"no Hit with offsets and texts: {hit!r:.200}")
            yield hit

    return checked


def _is_sound(hit: Hit) -> bool:
    offsets: tuple[object, ...] = (hit.start, hit.end)
    texts: tuple[object, ...] = (hit.message, hit.subject, hit.remedy, hit.path)
    if not all(isinstance(one, int) for one in offsets) or not all(isinstance(one, str) for one in texts):
        return False
    return 0 <= hit.start <= hit.end
