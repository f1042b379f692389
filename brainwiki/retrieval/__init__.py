"""How words are found again: the tokens by which texts and questions are compared, in every place the same."""
