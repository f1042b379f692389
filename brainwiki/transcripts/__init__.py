"""Recorded conversations of other tools to sessions: one reader a format, all pure functions of bytes."""
