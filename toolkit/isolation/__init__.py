"""Isolated runs: a fresh process for each, so that a solver that crashes or hangs harms nobody but itself."""

from copla.isolation.jobs import Job as Job
from copla.isolation.jobs import Outcome as Outcome
from copla.isolation.jobs import run_here as run_here
