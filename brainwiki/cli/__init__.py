"""The command line: each command parses a request, calls one use case and renders its value."""
