"""Typed settings: one table of keys, four profiles as data, every mistake reported at once."""
