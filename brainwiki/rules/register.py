"""Every built-in rule, in the order of their codes: the tuple that the engine, the manual and the tests read."""

from __future__ import annotations

from brainwiki.errors import UnknownNameError
from brainwiki.model.names import near
from brainwiki.rules import engine_rules
from brainwiki.rules.families import (
    change_claims,
    change_files,
    currency,
    evidence,
    instructions,
    lifecycle,
    links,
    matter,
    names,
    privacy,
    reach,
    recorded,
    runtime,
    safety,
    secrets,
    stubs,
    support,
    text,
    uncited,
    waking,
)
from brainwiki.rules.rule import Rule

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *text.RULES,
            *matter.RULES,
            *names.RULES,
            *stubs.RULES,
            *links.RULES,
            *reach.RULES,
            *evidence.RULES,
            *uncited.RULES,
            *support.RULES,
            *lifecycle.RULES,
            *currency.RULES,
            *safety.RULES,
            *change_claims.RULES,
            *change_files.RULES,
            *secrets.RULES,
            *instructions.RULES,
            *runtime.RULES,
            *privacy.RULES,
            *recorded.RULES,
            *waking.RULES,
            *engine_rules.RULES,
        ),
        key=lambda rule: rule.code,
    )
)
BY_CODE = {rule.code: rule for rule in RULES}
BY_SLUG = {rule.slug: rule for rule in RULES}


_LOOKS_LIKE = str.maketrans("OIL", "011")  # letters that are taken for digits


def find(name: str, rules: tuple[Rule, ...] = RULES) -> Rule:
    """The rule of a code or slug among `rules`; raises UnknownNameError with near names."""
    codes = {rule.code: rule for rule in rules}
    slugs = {rule.slug: rule for rule in rules}
    rule = codes.get(name.upper()) or slugs.get(name.lower())
    if rule is None:
        read = name.upper().translate(_LOOKS_LIKE)
        raise UnknownNameError("rule", name, near(read, codes) or near(name.lower(), slugs))
    return rule
