"""One paradigm as another: planning problems as constraint problems."""
