"""A page's text as HTML: read by the parser's own reader, cleaned by the allow-list, dressed with links and marks."""
