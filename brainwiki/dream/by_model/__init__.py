"""Memory drawn from sessions by a language model: bounded questions, and answers that are checked before they count."""
