"""Small programs that coding agents start; each imports the standard library only and runs as a single file as well."""
