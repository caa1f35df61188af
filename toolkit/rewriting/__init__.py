"""From what was said to what a backend takes: one small, stateless module a step."""
