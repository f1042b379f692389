"""Judges of proposed claims: by fixed checks, by a language model, by both, and those that only test the instrument."""
