"""Frozen values that every other room speaks in; standard library only."""
