"""The engine: states, actions, offers and refusals of a game, by its mechanisms."""
