"""The past of the wiki as the site shows it: each page's revisions, the changes of the whole wiki, old addresses."""
