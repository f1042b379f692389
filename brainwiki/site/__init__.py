"""The published wiki: a MkDocs plugin, pure page contexts and renderings; what a link means is decided by `markup` and `model`."""
