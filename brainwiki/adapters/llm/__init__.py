"""Language models behind addresses that speak OpenAI's form."""
