"""Files of commands: streams, inputs, outputs, lines put into records."""
