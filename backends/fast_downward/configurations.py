"""Algorithms and heuristics by name, and the search strings of Fast Downward that they stand for."""

from __future__ import annotations

from dataclasses import dataclass

from copla.ground.errors import ModelError

# Merge-and-shrink as its authors recommend it in the manual of the planner.
_MERGE_AND_SHRINK = (
    "merge_and_shrink(shrink_strategy=shrink_bisimulation(greedy=false),"
    "merge_strategy=merge_sccs(order_of_sccs=topological,merge_selector="
    "score_based_filtering(scoring_functions=[goal_relevance(),dfp(),total_order()])),"
    "label_reduction=exact(before_shrinking=true,before_merging=false),max_states=50k,threshold_before_merge=1)"
)

ADMISSIBLE = {
    # Small tables: on puzzles the planner's own sizes (2,000,000 and 20,000,000 entries) take longer to fill than
    # they save; docs/backends.md has the figures.
    "ipdb": "ipdb(pdb_max_size=50000,collection_max_size=1000000)",
    "pairs": "cpdbs(systematic(2))",
    "lmcut": "lmcut()",
    "cegar": "cegar()",
    "merge-and-shrink": _MERGE_AND_SHRINK,
    "hmax": "hmax()",
    "blind": "blind()",
}
INADMISSIBLE = {"ff": "ff()", "add": "add()", "goalcount": "goalcount()"}
HEURISTICS = ADMISSIBLE | INADMISSIBLE

UNINFORMED = ("ucs", "bfs")
_LAMA = (
    "let(lm,eval_modify_costs(landmark_sum(lm_reasonable_orders_hps(lm_rhw()),pref=false),cost_type=one),"
    "let(h,eval_modify_costs(ff(),cost_type=one),"
    "lazy_greedy([h,lm],preferred=[h,lm],cost_type=one,reopen_closed=false{limits})))"
)
ALGORITHMS = {
    "astar": "astar({h}{limits})",
    "ucs": "astar(blind(){limits})",
    "bfs": "astar(blind(){limits})",  # on a file that says that all actions cost the same
    "greedy": "let(h,{h},eager_greedy([h],preferred=[h]{limits}))",
    "wastar": "let(h,{h},eager_wastar([h],preferred=[h],w={weight}{limits}))",
    "lazy-greedy": "let(h,{h},lazy_greedy([h],preferred=[h]{limits}))",
    "lazy-wastar": "let(h,{h},lazy_wastar([h],preferred=[h],w={weight}{limits}))",
    "lama-first": _LAMA,
}


@dataclass(frozen=True, slots=True)
class Configuration:
    """What is run, and whether it proves something: that its plan is a cheapest one, and that its f-values, and
    the bound that it is given, are bounds of the cost. Without an algorithm the search string is the user's own.
    """

    search: str
    algorithm: str | None
    heuristic: str | None
    below: int | None
    proves: bool


def configure(
    algorithm: str, heuristic: str | None, weight: int, *, unit_costs: bool, below: int | None, seconds: float | None
) -> Configuration:
    """The search string of an algorithm with its heuristic and limits.

    >>> configure("astar", "lmcut", 2, unit_costs=True, below=17, seconds=None).search
    'astar(lmcut(),bound=17)'
    """
    if algorithm in (*UNINFORMED, "lama-first"):
        heuristic = None
    elif heuristic is None:
        heuristic = "ipdb" if algorithm == "astar" else "ff"
    limits = "" if below is None else f",bound={below}"
    limits += "" if seconds is None else f",max_time={seconds:.3f}"
    text = ALGORITHMS[algorithm].format(h=HEURISTICS[heuristic or "blind"], weight=weight, limits=limits)
    proves = {"astar": heuristic in ADMISSIBLE, "ucs": True, "bfs": unit_costs}.get(algorithm, False)
    if below is not None and not proves:
        raise ModelError("below asks for a proof: use ucs, or astar with an admissible heuristic")
    return Configuration(text, algorithm, heuristic, below, proves)
