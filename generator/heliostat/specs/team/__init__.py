"""A namespace for a team, with everything that it needs to run Ray in it and nothing more."""
