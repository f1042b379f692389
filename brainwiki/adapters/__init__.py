"""The outside world: files, Git, the clock. No policy lives here."""
