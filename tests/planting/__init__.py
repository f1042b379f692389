"""Faults as data: for each rule that an edit of files can break, functions that plant such a fault into a page of a real wiki."""

from tests.planting import evidence, files, harmless, links, safety, sessions
from tests.planting.harmless import HARMLESS
from tests.planting.spot import PLANTERS, Plant, Planted, Spot

# Codes that no edit of a page's text brings about, and what does.
UNPLANTED = {
    "BW505": "a symlink is no text",
    "BW904": "only a rule with a mistake crashes",
    "BW905": "it stands in the configuration",
    "BW507": "it stands in the deletion log",
    "BW702": "it stands in a transcript",
    "BW703": "it stands on the branch of the states",
    "BW704": "it stands on the branch of the states",
}

__all__ = [
    "HARMLESS",
    "PLANTERS",
    "UNPLANTED",
    "Plant",
    "Planted",
    "Spot",
    "evidence",
    "files",
    "harmless",
    "links",
    "safety",
    "sessions",
]
