"""Proposals: opened, listed, shown, decided and edited; their branches and their books."""
