"""The rules and the engine that runs them: pure, over one snapshot; a rule is data with its examples as tests and manual."""
