"""The two graphs over a brain's pages, and what can be measured and followed on them; networkx lives in this room alone."""
