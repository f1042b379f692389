"""Tests of what a reviewer is shown."""
