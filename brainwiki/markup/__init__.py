"""Text to page and back: the one parser that decides what a link, a cite or a claim is, and the smallest-diff writer."""
