"""The look that does not depend on a wiki: theme settings, where the templates lie, what stays the same in every page's frame."""

from __future__ import annotations

import fnmatch
import json
import os
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from mkdocs.exceptions import PluginError

STYLES = "assets/stylesheets/brainwiki.css"
MARKER = ".brainwiki-site"
NOTE = "This folder is a site built by brainwiki; a build replaces all of it.\n"
LANGUAGES = ("en", "ja", "zh")

AUTOMATIC = "(prefers-color-scheme)"
LIGHT = "(prefers-color-scheme: light)"
DARK = "(prefers-color-scheme: dark)"
PALETTE: list[dict[str, Any]] = [
    {"media": AUTOMATIC, "scheme": "default", "primary": "custom", "accent": "custom"},
    {"media": LIGHT, "scheme": "default", "primary": "custom", "accent": "custom"},
    {"media": DARK, "scheme": "slate", "primary": "custom", "accent": "custom"},
]
FEATURES = ["toc.follow"]

# Everything comes from the site itself, as files: no script, style or handler that stands in a page is run. Images of the
# style sheets are data of their own; a long conversation asks for its next part.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


class Scheme(NamedTuple):
    """One state of the switch of colours: when it holds, what the theme sets, its name (empty: the site's `word` for it)."""

    media: str
    scheme: str
    primary: str
    accent: str
    name: str
    word: str


class Look(NamedTuple):
    """What is the same in the frame of every page; paths from the site's root, all of it ready to be written as HTML.

    `light` and `dark` are the schemes that follow the system, both empty where the colours are fixed.
    """

    policy: str
    styles: tuple[str, ...]
    bundle: str
    direction: str
    scheme: str
    primary: str
    accent: str
    light: str
    dark: str
    palette: tuple[Scheme, ...]
    settings: Mapping[str, Any]


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


def look_of(config: Any) -> Look:
    """The look of a site whose theme is prepared."""
    theme = config.theme
    palette = theme["palette"]
    options = [palette] if isinstance(palette, Mapping) else list(palette)
    schemes = tuple(_scheme(option) for option in options)
    by_media = {one.media: one.scheme for one in schemes}
    follows = LIGHT in by_media and DARK in by_media
    settings: dict[str, Any] = {"features": list(theme["features"]), "translations": {}}
    return Look(
        policy=POLICY,
        styles=(
            _asset(theme.dirs, "assets/stylesheets/main.*.min.css"),
            _asset(theme.dirs, "assets/stylesheets/palette.*.min.css"),
            *(str(path) for path in config.extra_css),
        ),
        bundle=_asset(theme.dirs, "assets/javascripts/bundle.*.min.js"),
        direction=escape(str(theme.get("direction") or "ltr")),
        scheme=schemes[0].scheme,
        primary=schemes[0].primary,
        accent=schemes[0].accent,
        light=by_media[LIGHT] if follows else "",
        dark=by_media[DARK] if follows else "",
        palette=schemes if len(schemes) > 1 else (),
        settings=settings,
    )


def _scheme(option: Mapping[str, Any]) -> Scheme:
    """A palette entry of the theme's settings."""
    media = str(option.get("media") or "")
    scheme = _name(option.get("scheme"), "default")
    toggle = option.get("toggle")
    word = "scheme_auto" if media == AUTOMATIC else "scheme_dark" if scheme == "slate" else "scheme_light"
    name = escape(str(toggle.get("name") or "")) if isinstance(toggle, Mapping) else ""
    return Scheme(
        escape(media), scheme, _name(option.get("primary"), "indigo"), _name(option.get("accent"), "indigo"), name, word
    )


def _name(value: object, default: str) -> str:
    return escape(str(value or default).replace(" ", "-"))


def _asset(folders: Iterable[str], pattern: str) -> str:
    """A file of the theme whose name holds a sum of its content."""
    folder, _, name = pattern.rpartition("/")
    for one in folders:
        place = os.path.join(one, folder)
        found = sorted(fnmatch.filter(os.listdir(place), name)) if os.path.isdir(place) else ()
        if found:
            return f"{folder}/{found[0]}"
    raise PluginError(f"The theme has no file {pattern}: brainwiki needs mkdocs-material 9.8.")


def settings_of(found: Look, root: str) -> str:
    """The settings that the theme's script reads, as JSON that may stand in a page; `root` leads to the site's root."""
    settings = {"base": root or ".", **found.settings}
    return json.dumps(settings, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
