"""Tests of the use cases of proposals."""
