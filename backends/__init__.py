"""The solvers, one module or folder each; the registry finds them by entry points."""
