"""Tests of language models behind addresses."""
