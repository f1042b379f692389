"""Explicit statements of the user, drawn without a model: what was to be remembered, decided, preferred, changed, taken back."""
