"""Circuit and regular: constraints that are followed step by step, with a variable for each place on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from copla.language.constraints import AllDifferent, Clause, Table
from copla.language.expressions import Variable
from copla.language.operations import Element
from copla.language.paths import Circuit, Regular
from copla.rewriting.propagated import OneCycle

if TYPE_CHECKING:
    from copla.rewriting.flattening import Flattening, Lit


def post(flat: Flattening, constraint: Any) -> bool:
    """Write down that it holds; False if it is of another kind."""
    if isinstance(constraint, Circuit) and OneCycle in flat.kinds:
        around = tuple(map(flat.variable, constraint.parts))
        if len(set(around)) == len(around):
            flat.put(OneCycle(around))
            flat.put(AllDifferent(around))
        else:
            flat.put(Clause(()))
        return True
    found = literal(flat, constraint)
    if found is None:
        return False
    flat.put_clause([found])
    if isinstance(constraint, Circuit):  # what follows from it and says more at once
        places = tuple(map(flat.variable, constraint.parts))
        for stops in (places, _walk(flat, places)) if len(places) > 1 else ():
            flat.put(AllDifferent(stops) if len(set(stops)) == len(stops) else Clause(()))
    return True


def literal(flat: Flattening, constraint: Any) -> Lit | None:
    """A literal that is true exactly where it holds; None if it is of another kind."""
    if isinstance(constraint, Circuit):
        return _circuit(flat, constraint)
    if isinstance(constraint, Regular):
        return _regular(flat, constraint)
    return None


def _circuit(flat: Flattening, constraint: Circuit) -> Lit:
    """On the walk from place 0 one comes back to it with the last step, and not before."""
    places = tuple(map(flat.variable, constraint.parts))
    length = len(places)
    if not length:
        return True
    inside = [flat.literal(bound) for place in places for bound in (place >= 0, place < length)]
    walk = _walk(flat, places)
    return flat.both([*inside, *(flat.literal(stop != 0) for stop in walk[:-1]), flat.literal(walk[-1] == 0)])


def _walk(flat: Flattening, places: tuple[Variable, ...]) -> tuple[Variable, ...]:
    walk = [places[0]]
    while len(walk) < len(places):
        walk.append(flat.variable(Element(walk[-1], *places)))
    return tuple(walk)


def _regular(flat: Flattening, constraint: Regular) -> Lit:
    """The state after each letter; one more than there are states is the state of having failed."""
    failed = constraint.states
    steps = {(state, letter): target for state, letter, target in constraint.steps}
    accepting = set(constraint.accepting)
    state: Variable | None = None  # at first it is known
    for letter in map(flat.variable, constraint.parts):
        before = (0,) if state is None else state.domain
        rows = [(one, value, steps.get((one, value), failed)) for one in before for value in letter.domain]
        after = flat.new(tuple(sorted({target for _, _, target in rows})), "a state of an automaton")
        if state is None:
            flat.define(Table((letter, after), tuple(row[1:] for row in rows)))
        else:
            flat.define(Table((state, letter, after), tuple(rows)))
        state = after
    if state is None:
        return 0 in accepting
    return flat.either(flat.literal(state == one) for one in state.domain if one in accepting)
