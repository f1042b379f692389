"""Consolidation: a run takes sessions that are due, somebody draws from them, and what was drawn becomes a proposal or nothing."""
