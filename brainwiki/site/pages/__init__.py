"""What stands around the text: head, evidence, mentions, conversations, listings, and the parts that a page is put together from."""
