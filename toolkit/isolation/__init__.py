"""Isolated runs: a fresh process for each, so that a solver that crashes or hangs harms nobody but itself.

Four kinds of processes: the caller, with its :class:`Workers`; the *template* from which the others are forked; a
*guard* for each run, which enforces the limits; and the *worker*, in which the backend runs.
"""

from copla.isolation.jobs import Job as Job
from copla.isolation.jobs import Outcome as Outcome
from copla.isolation.jobs import run_here as run_here
from copla.isolation.workers import Workers as Workers
from copla.isolation.workers import cores as cores
from copla.isolation.workers import run_isolated as run_isolated
