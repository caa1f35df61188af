"""Who is right: cross-checks and explanations."""
