"""The templates of our own parts of a page: every value is escaped unless it was rendered by us."""

from __future__ import annotations

from collections.abc import Iterable

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from brainwiki.site.state import Site


class Templates:
    """Renders `bw/<name>.html` from the theme's folders, the first that has it."""

    def __init__(self, folders: Iterable[str]) -> None:
        self._environment = Environment(
            loader=FileSystemLoader(list(folders)),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters["trusted"] = Markup  # HTML that `render` or a template made

    def render(self, name: str, site: Site, **context: object) -> str:
        """The part with this name as HTML."""
        return self._environment.get_template(f"bw/{name}.html").render(w=site.words, site=site, **context)
