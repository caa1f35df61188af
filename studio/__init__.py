"""copla studio: a local page to set, solve, play and watch puzzles. See docs/studio.md."""
