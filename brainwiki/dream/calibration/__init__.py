"""The cases by which a judge of proposed claims is measured, and what reads them."""
