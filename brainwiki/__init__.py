"""brainwiki: the long-term memory of AI agents, kept as a Markdown wiki in Git and reviewed like code."""

__version__ = "0.1.0"
