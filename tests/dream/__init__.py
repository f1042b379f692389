"""Tests of consolidation, as values."""
