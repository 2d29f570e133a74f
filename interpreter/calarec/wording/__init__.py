"""The words in which findings are told: a folder of data for each language, and what reads them."""
