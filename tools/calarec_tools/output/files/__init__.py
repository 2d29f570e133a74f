"""What commands read and write: streams, files, lines put into records."""
