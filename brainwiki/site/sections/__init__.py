"""The sections of the site: home, listings of pages, sessions, sources and tasks, review, health, and what machines read."""
