"""How a question is asked: in this process, or in an isolated one, so that a solver that crashes harms only itself.

Four kinds of processes: the caller, with its ``Workers``; the *template* from which the others are forked; a *guard*
for each run, which enforces the limits; and the *worker*, in which the backend runs.
"""
