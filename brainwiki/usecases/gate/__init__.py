"""The gate: calibrated, certified, shown, and what it may accept."""
