"""Where it breaks: generate problems, compare every backend with an oracle, shrink what fails, write it down."""
