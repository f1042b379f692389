"""Consolidation, as values: the life of a session's turns, its ledger and the accounts made from it."""
