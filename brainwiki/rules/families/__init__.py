"""The rules themselves: a module for each family, or for each large rule, with what only it needs beside it."""
