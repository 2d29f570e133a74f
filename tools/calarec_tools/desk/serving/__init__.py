"""The page answered by this machine: a small HTTP server, a folder of evenings, and the processes that judge."""
