"""The characters that people use for signs and for empty cells."""

EMPTY = "._?0"
LESS = "<(«‹"
GREATER = ">)»›"
UPPER_LESS = "^∧˄A"
UPPER_GREATER = "v∨˅V"
ADJACENT_ACROSS = "|"
ADJACENT_DOWN = "-"
