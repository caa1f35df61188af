"""Algorithms and heuristics by name, and the search strings of Fast Downward that they stand for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from copla.ground.errors import ModelError
from copla.plugins.algorithms import ALGORITHMS as TEXTBOOK
from copla.plugins.algorithms import About, Algorithm, Run, choose_heuristic, never

# Merge-and-shrink as its authors recommend it in the manual of the planner.
_MERGE_AND_SHRINK = (
    "merge_and_shrink(shrink_strategy=shrink_bisimulation(greedy=false),"
    "merge_strategy=merge_sccs(order_of_sccs=topological,merge_selector="
    "score_based_filtering(scoring_functions=[goal_relevance(),dfp(),total_order()])),"
    "label_reduction=exact(before_shrinking=true,before_merging=false),max_states=50k,threshold_before_merge=1)"
)


@dataclass(frozen=True, slots=True)
class Heuristic(About):
    """A heuristic of the planner, by the name that it has in every backend, and its own text for it."""

    text: str


HEURISTICS = {
    heuristic.name: heuristic
    for heuristic in (
        # Small tables: on puzzles the planner's own sizes (2,000,000 and 20,000,000 entries) take longer to fill than
        # they save; docs/backends.md has the figures.
        Heuristic("ipdb", True, True, "iPDB, small tables", "ipdb(pdb_max_size=50000,collection_max_size=1000000)"),
        Heuristic("pairs", True, True, "pattern databases of one and two variables", "cpdbs(systematic(2))"),
        Heuristic("lmcut", True, False, "landmarks by cuts (LM-cut)", "lmcut()"),
        Heuristic("cegar", True, True, "Cartesian abstractions, refined by counterexamples", "cegar()"),
        Heuristic("merge-and-shrink", True, True, "merge-and-shrink by bisimulation", _MERGE_AND_SHRINK),
        Heuristic("hmax", True, True, "without deletions, an action waits for its costliest precondition", "hmax()"),
        # The planner's own blind() is the cheapest action, 0 at the goal.
        Heuristic("blind", True, True, "0 everywhere: nothing is known", "const(0)"),
        Heuristic("ff", False, False, "the cost of a plan without deletions (FF)", "ff()"),
        Heuristic("hadd", False, False, "without deletions, an action pays all its preconditions", "add()"),
        Heuristic("goal-count", False, False, "the number of goals that are not met", "goalcount()"),
    )
}

_LAMA = (
    "let(lm,eval_modify_costs(landmark_sum(lm_reasonable_orders_hps(lm_rhw()),pref=false),cost_type=one),"
    "let(h,eval_modify_costs(ff(),cost_type=one),"
    "lazy_greedy([h,lm],preferred=[h,lm],cost_type=one,reopen_closed=false{limits})))"
)
_SEARCHES = {
    "astar": "astar({h}{limits})",
    "ucs": "astar(const(0){limits})",
    "bfs": "astar(blind(){limits})",  # on a file that says that all actions cost the same
    "greedy": "let(h,{h},eager_greedy([h]{limits}))",
    "wastar": "let(h,{h},eager_wastar([h],w={weight}{limits}))",
    "lazy-greedy": "let(h,{h},lazy_greedy([h],preferred=[h]{limits}))",
    "lazy-wastar": "let(h,{h},lazy_wastar([h],preferred=[h],w={weight}{limits}))",
    "lama-first": _LAMA,
}
_OWN = (
    Algorithm("lazy-greedy", ("heuristic",), True, "never", never, summary="greedy, with preferred operators"),
    Algorithm("lazy-wastar", ("heuristic", "weight"), True, "never", never, summary="wastar, with preferred operators"),
    Algorithm("lama-first", (), True, "never", never, summary="LAMA's first search: landmarks and FF"),
)
ALGORITHMS = {
    **{name: replace(TEXTBOOK[name], several="never") for name in _SEARCHES if name in TEXTBOOK},
    **{algorithm.name: algorithm for algorithm in _OWN},
}
"""What the planner has of the textbook's algorithms, one plan each, and what it adds."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is run, and what its claims depend on. Without an algorithm the search string is the user's own."""

    text: str
    algorithm: Algorithm | None
    heuristic: Heuristic | None
    below: int | None
    run: Run

    @property
    def proves(self) -> bool:
        """Whether its plan is a cheapest one, and its f-values and the bound that it is given bound the cost."""
        return self.algorithm is not None and self.algorithm.optimal(self.run)


def configure(
    name: str, heuristic: str | None, weight: int, *, unit_costs: bool, below: int | None, seconds: float | None
) -> Search:
    """The search string of an algorithm with its heuristic and limits.

    >>> configure("astar", "lmcut", 2, unit_costs=True, below=17, seconds=None).text
    'astar(lmcut(),bound=17)'
    """
    algorithm = ALGORITHMS[name]
    chosen = choose_heuristic(algorithm, heuristic, HEURISTICS, "ipdb" if name == "astar" else "ff")
    limits = "" if below is None else f",bound={below}"
    limits += "" if seconds is None else f",max_time={seconds:.3f}"
    text = _SEARCHES[name].format(h=chosen and chosen.text, weight=weight, limits=limits)
    admissible = chosen is None or chosen.admissible
    # The file of bfs says that every action costs 1: what is proven of steps holds of costs only where that is so.
    run = Run(admissible, admissible, unit_costs, weight)
    made = Search(text, algorithm, chosen, below, run)
    if below is not None and not made.proves:
        raise ModelError("below asks for a proof: use ucs, or astar with an admissible heuristic")
    return made
