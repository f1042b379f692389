"""Installing a brain into coding agents, and taking it out again without a trace."""
