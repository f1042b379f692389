"""Measurements of speed and memory; figures live here and never in a test."""
