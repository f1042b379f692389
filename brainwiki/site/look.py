"""The look that does not depend on a wiki: theme settings, where the templates lie, what a browser may load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

STYLES = "assets/stylesheets/brainwiki.css"
MARKER = ".brainwiki-site"
LANGUAGES = ("en", "ja", "zh")

# Everything comes from the site itself; the theme's own scripts stand in the pages, those of others have no way in.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "worker-src 'self' blob:; object-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'"
)
PALETTE = [
    {
        "media": "(prefers-color-scheme: light)",
        "scheme": "default",
        "primary": "custom",
        "accent": "custom",
        "toggle": {"icon": "material/weather-night", "name": "Dark"},
    },
    {
        "media": "(prefers-color-scheme: dark)",
        "scheme": "slate",
        "primary": "custom",
        "accent": "custom",
        "toggle": {"icon": "material/weather-sunny", "name": "Light"},
    },
]
FEATURES = ["search.highlight", "toc.follow"]


def overrides() -> str:
    """The folder of our templates: in the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "site_overrides"
    return str(inside if inside.is_dir() else package.parent / "site_overrides")


def prepare(config: Any, language: str) -> None:
    """Set up the theme of a MkDocs configuration: our templates behind the user's own, no font or script of another host."""
    theme = config.theme
    if theme.name != "material":
        raise PluginError(
            f"The brainwiki plugin needs the theme material, not {theme.name}. Set `theme: {{name: material}}`."
        )
    folder = overrides()
    known = [Path(one).resolve() for one in theme.dirs]
    if Path(folder) not in known:
        theme.dirs.insert(1 if theme.custom_dir else 0, folder)
    theme["font"] = False
    if not theme.get("palette"):
        theme["palette"] = PALETTE
    if not theme.get("features"):
        theme["features"] = FEATURES
    theme["language"] = language.partition("-")[0] if language.partition("-")[0] in LANGUAGES else "en"
    if STYLES not in config.extra_css:
        config.extra_css.append(STYLES)
    config.use_directory_urls = True
