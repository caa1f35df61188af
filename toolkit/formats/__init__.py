"""Other people's files: one module a format."""
