"""Tests of memory drawn by a language model."""
