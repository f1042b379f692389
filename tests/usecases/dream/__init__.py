"""Tests of consolidation runs."""
