"""Who answers, and what about: backends, puzzles, their options, the registry."""
