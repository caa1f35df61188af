"""Sokoban: push all boxes onto the marked squares; one of the two is there already (Microban, level 1)."""

from copla import PlanningProblem

LEVEL = ["", "####", "# .#", "#  ###", "#*@  #", "#  $ #", "#  ###", "####", ""]
square = {(r, c): sign for r, line in enumerate(LEVEL) for c, sign in enumerate(line) if sign != "#"}
problem = PlanningProblem("Sokoban")
man = problem.variable("man", [str(s) for s in square], str(next(s for s, sign in square.items() if sign in "@+")))
box = {s: problem.variable(f"box {s}", (0, 1), int(sign in "$*")) for s, sign in square.items()}
for r, c in square:
    for name, dr, dc in (("up", -1, 0), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1)):
        here, there, behind = (r, c), (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
        if there in square:
            problem.action(f"walk {name} from {here}", {man: str(here), box[there]: 0}, {man: str(there)})
        if there in square and behind in square:
            before = {man: str(here), box[there]: 1, box[behind]: 0}
            problem.action(f"push {name} from {here}", before, {man: str(there), box[there]: 0, box[behind]: 1})
problem.set_goal({box[s]: 1 for s, sign in square.items() if sign in ".*+"})
