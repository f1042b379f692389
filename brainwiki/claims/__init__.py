"""Claims of two states: which is which, and what changed."""
