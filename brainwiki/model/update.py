"""What a consolidation wants to change in a brain, as typed updates: nobody hands over whole pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from brainwiki.model.observation import Observation

Do = Literal["create", "add", "edit", "supersede", "support", "link", "retire", "summarise"]
DOES: tuple[Do, ...] = get_args(Do)


class Update(NamedTuple):
    """One change of one page. `page` is its id (path from the brain's root without `.md`), `observations` what it rests on.

    - `create`: a new page of `type` with `title`, `description`, `aliases`, `tags`; its claims follow as `add`.
    - `add`: a new claim `text`, at the end of the part under `heading` (empty: of the page's first part).
    - `edit`: the claim gets other words, `text`; what it said was the same, so no history is kept.
    - `supersede`: `text` is now true; the claim becomes its history, `(until <until>) …`, with the old evidence.
    - `support`: the claim gets more evidence.
    - `link`: the claim (empty: the page) leads to the page `target` too.
    - `retire`: the claim is true no more and nothing took its place; without a claim the page is out of use, for `target`.
    - `summarise`: `text` is the summary of the session whose page this is (`sessions/<id>/session`).

    `claim` is the id of a claim of the page as it stands, `text` a sentence that may hold wikilinks and no cites, `until` a day
    (empty: the day of the newest observation).
    """

    do: Do
    page: str
    claim: str = ""
    text: str = ""
    observations: tuple[str, ...] = ()
    until: str = ""
    heading: str = ""
    target: str = ""
    type: str = ""
    title: str = ""
    description: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class Left(NamedTuple):
    """An observation that is not adopted, and why."""

    observation: str
    reason: str


@dataclass(frozen=True)
class Consolidation:
    """What a driver drew from sessions: every observation, the updates that adopt some of them, and why the others were left.

    No updates: the memory is right as it is. `title` and `note` tell people what this is about; both may be empty. `unread` are
    sessions that the driver did not come to; they stay due.
    """

    observations: tuple[Observation, ...] = ()
    updates: tuple[Update, ...] = ()
    left: tuple[Left, ...] = ()
    title: str = ""
    note: str = ""
    unread: tuple[str, ...] = ()

    @property
    def adopted(self) -> tuple[str, ...]:
        """The ids of the observations that some update rests on, in the order of the observations."""
        named = {one for update in self.updates for one in update.observations}
        return tuple(one.id for one in self.observations if one.id in named)
