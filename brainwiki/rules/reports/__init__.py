"""A report in every form: for people, for programs, and for the services that show it."""
