"""Files that were read to what a search finds in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from brainwiki.markup import document, parser, transcript
from brainwiki.model.content import blob_id
from brainwiki.model.dialect import Dialect
from brainwiki.model.session import Turn
from brainwiki.retrieval.passages import Unit, unit_of
from brainwiki.usecases.places import TRANSCRIPT, Source


def content_id(raws: Iterable[bytes]) -> str:
    """What a unit's files hold, in short: Git's blob ids."""
    return " ".join(map(blob_id, raws))


class Units:
    """Makes units of files; what the deletion log names gives none."""

    def __init__(self, dialect: Dialect, forgotten: bytes) -> None:
        self._dialect = dialect
        self._names = _names(forgotten)

    def of(self, source: Source, raws: Sequence[bytes]) -> Unit | None:
        """The unit of a source whose files hold these bytes; None where nothing of it is ever found."""
        if self._names and self._is_forgotten(source.name):
            return None
        if source.path.startswith("/"):
            outline = (
                parser.outline(source.name, raws[0], self._dialect) if source.name.endswith(".md") else _plain(raws[0])
            )
            return unit_of(source.name, outline._replace(kind="raw"))
        talk = transcript.parse(source.name, raws[-1]).turns if source.files[-1].endswith(TRANSCRIPT) else ()
        is_page = source.files[0].endswith(".md")
        outline = parser.outline(source.name, raws[0] if is_page else b"", self._dialect)
        if outline.kind != "session":
            return unit_of(source.name, outline) if is_page else None
        return unit_of(source.name, outline, self._kept(source.name, talk))

    def _is_forgotten(self, name: str) -> bool:
        from brainwiki.rules.families.tombstones import is_forgotten

        return is_forgotten(name, self._names)

    def _kept(self, name: str, turns: Iterable[Turn]) -> Iterable[Turn]:
        session = name.removesuffix("/session.md")
        return (turn for turn in turns if f"{session}#turn-{turn.number}" not in self._names)


def _names(forgotten: bytes) -> frozenset[str]:
    """What a deletion log names; most brains have none, and need nothing of the rules then."""
    if not forgotten:
        return frozenset()
    from brainwiki.rules.families.tombstones import names_in

    return frozenset(names_in(forgotten))


def _plain(raw: bytes) -> parser.Outline:
    """A text without any markup."""
    return parser.Outline("raw", {}, document.read(raw).text, 0, (), (), None, "stable")
