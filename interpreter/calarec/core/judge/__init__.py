"""From a record to judgements: its hands walked through the engine, with every finding."""
