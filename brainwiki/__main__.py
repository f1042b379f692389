"""`python -m brainwiki`."""

from brainwiki.cli.main import main

if __name__ == "__main__":
    main()
