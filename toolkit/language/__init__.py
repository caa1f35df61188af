"""What can be said: constraint problems and planning problems."""
