"""What a backend says of itself and of one problem, as data: so that whoever plans runs need not load it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from copla.language.constraint_problem import ConstraintProblem
from copla.language.problem import Problem, kind_of
from copla.plugins.backend import Backend, ChecksClaims, GivesSoMany, HasSecondOpinion, ReadsInstances
from copla.plugins.kinds import as_taken
from copla.plugins.loading import Instance
from copla.plugins.options import applies
from copla.rewriting.flattening import RewritingError


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a backend can do with a problem.

    ``refusal`` is why it does not take the problem, ``options`` are the names of those that are for this kind of
    problem, ``claim`` is the option by which it is asked only for something cheaper, ``second`` are the options
    of another way to an answer, ``wrong_options`` is what is wrong with the options that it is to be given, and
    ``most_solutions`` is how many solutions it ever gives.
    """

    refusal: str | None = None
    options: tuple[str, ...] = ()
    claim: str | None = None
    second: dict[str, Any] | None = None
    wrong_options: str | None = None
    most_solutions: int | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Abilities:
        """The inverse of :meth:`to_json`.

        >>> given = Abilities(None, ("below",), "below", None)
        >>> Abilities.from_json(given.to_json()) == given
        True
        """
        return Abilities(**{**data, "options": tuple(data["options"])})


def abilities(backend: Backend, problem: Problem, instance: Instance | None = None) -> Abilities:
    """Ask a backend that can run here."""
    kind = kind_of(problem)
    second = backend.second_opinion(problem) if isinstance(backend, HasSecondOpinion) else None
    return Abilities(
        refusal(backend, problem, instance),
        tuple(option.name for option in backend.options if applies(option, kind)),
        backend.claim_option if kind == "planning" and isinstance(backend, ChecksClaims) else None,
        None if second is None else dict(second),
        most_solutions=backend.most_solutions if isinstance(backend, GivesSoMany) else None,
    )


def refusal(backend: Backend, problem: Problem, instance: Instance | None = None) -> str | None:
    """Why a backend does not take a problem; one that reads instances is asked about the instance."""
    if instance is not None and isinstance(backend, ReadsInstances):
        return backend.refuses_instance(instance)
    if isinstance(problem, ConstraintProblem) and not problem.flat:
        try:
            problem = as_taken(problem, backend).problem
        except RewritingError as error:
            return str(error)
    return backend.refuses(problem)
