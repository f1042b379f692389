"""A first brain, which shows each kind of page and passes its own checks, and its configuration."""

from __future__ import annotations

from collections.abc import Mapping

INDEX = """# Index

One line a page: what this brain knows. Follow a link to read on.

## Concepts

- [[how-this-brain-works|How this brain works]] — How pages, links and evidence fit together here.

## Rules

- [[writing]] — How pages of this brain are written.
"""

LOG = """# Log

## {date}

- The brain was made.
"""

CONCEPT = """---
type: concept
title: "How this brain works"
description: "How pages, links and evidence fit together here."
tags: [start]
sources:
  - id: 1
    resource: sources/first-note
    title: "First note"
    quote: "Every statement that matters names the record it rests on."
---
# How this brain works

Pages hold the current state of one subject each, and `[[wikilinks]]` say what else to know. A number in brackets leads
to the record that a sentence rests on. [cite:1] The sentence is then a claim: `brainwiki why how-this-brain-works` lists
the claims of this page, and the site shows the quoted words under it.

Where something changes, the new statement comes first and the old one stays under it with its date. How to write such
pages stands in [[rules/writing|the writing rules]].
"""

SOURCE = """---
type: source
title: "First note"
description: "The note that this brain began with."
published: {date}
---
# First note

Every statement that matters names the record it rests on. A statement without a record is a guess, and is marked as one.
"""

RULE = """---
type: rule
title: "Writing"
description: "How pages of this brain are written."
---
# Writing

How pages, links and evidence fit together stands in [[how-this-brain-works]].

- One subject a page; the first sentence is useful when read alone.
- The current state comes first, its history under it.
- A fact bears a cite; the source entry quotes the exact words.
"""

CONFIG = """# The workspace of a brain; every key is explained by the manual's page on configuration.
format = 1
brain = "{brain}"
profile = "{profile}"
"""

IGNORE = ".brainwiki/\nsite/\n"


def new_brain(date: str) -> Mapping[str, str]:
    """The pages of a new brain by path from its root; `date` is YYYY-MM-DD."""
    return {
        "index.md": INDEX,
        "log.md": LOG.format(date=date),
        "knowledge/concepts/how-this-brain-works.md": CONCEPT,
        "sources/first-note.md": SOURCE.format(date=date),
        "rules/writing.md": RULE,
    }


def configuration(brain: str, profile: str) -> str:
    """The text of `brainwiki.toml`."""
    return CONFIG.format(brain=brain, profile=profile)
