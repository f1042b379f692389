"""What the site's own scripts say: words by language, and the dialog of the search, as data that pages share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from brainwiki.site.output import FileOutput, digest
from brainwiki.site.shards import data_file
from brainwiki.site.state import Site
from brainwiki.site.templates import Templates
from brainwiki.site.words import LANGUAGES, words_of

# The keys of the words that scripts ask `bw.say` for; those of the history page carry its prefixes.
SAID = (
    *("copy_claim", "copied", "not_copied", "preview", "pin", "close", "all_evidence", "fresh", "stale"),
    *(f"h_{key}" for key in ("current", "compare", "comparing", "from", "to", "close", "equal", "unavailable")),
    *(
        f"d_{key}"
        for key in ("added", "removed", "space", "signs", "far", "more", "more_blocks", "form", "nest", "key", "front")
    ),
    *(
        f"d_{key}"
        for key in ("fold", "fold_items", "fold_rows", "fold_lines", "fold_parts", "fold_one", "above", "below", "top")
    ),
    *(
        f"d_{key}"
        for key in ("moved_from", "moved_here", "moved_to", "moved_there", "moved_more", "before", "after", "source")
    ),
    *(f"d_kind_{kind}" for kind in ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "code", "html")),
)


def outputs(site: Site, templates: Templates) -> Iterator[FileOutput]:
    """`data/words/<language>.js` for every language that the site speaks, and `data/words/search.js` with the dialog."""
    for language in LANGUAGES:
        words = words_of(language)
        tools = templates.render("graph-tools", site, words, is_near=True)
        said = {key: words[key] for key in SAID} | {"graph_tools": tools}
        name = f"words/{language}"
        yield FileOutput(f"data/{name}.js", digest(said), partial(data_file, name, said))
    dialog = templates.render("search", site)
    yield FileOutput("data/words/search.js", digest(dialog), partial(data_file, "words/search", dialog))
