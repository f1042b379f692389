"""The graph as readers see it: what is near a page, what is related to it, and all pages on one map."""
