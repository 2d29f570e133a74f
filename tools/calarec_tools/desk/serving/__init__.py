"""The page on this machine: an HTTP server, a folder of evenings, and workers."""
