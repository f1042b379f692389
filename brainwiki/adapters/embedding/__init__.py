"""Models that turn texts into vectors; nothing here is imported unless a model is asked for."""
