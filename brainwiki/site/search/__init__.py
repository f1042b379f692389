"""The search of the site: what is searched, the index in shards, the texts from which passages are shown."""
