"""What a reviewer is shown of a change: what it did to claims, pages and links, as values and as text."""
