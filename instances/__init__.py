"""Puzzles as files, one folder a puzzle; copla finds them by name."""
