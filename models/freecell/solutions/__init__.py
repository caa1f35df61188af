"""Solution files: the number of moves and one move a line, or the standard notation of moves."""

from __future__ import annotations

from copla.answers.result import Solution
from copla.ground.errors import FormatError, ModelError
from copla.ground.text import Line, read_lines, shortened
from copla.models.freecell.board import Deal
from copla.models.freecell.formats import FORMS
from copla.models.freecell.formats.cards import SUIT_FIRST
from copla.models.freecell.replay import make_move, replay
from copla.models.freecell.solutions import standard

_CARDS = {"freecell": 1, "newstack": 1, "foundation": 1, "stack": 2}
_SYNONYMS = {"source": "foundation"}


def write(deal: Deal, solution: Solution, form: str) -> str:
    """A solution in one of FORMS; ModelError if that form cannot hold it or it is no plan for this deal.

    >>> write(Deal(()), Solution(moves=("freecell S1", "foundation S1")), "copla")
    '2\\nfreecell S1\\nfoundation S1\\n'
    """
    moves = solution.moves or ()
    match form:
        case "copla":
            return "".join(f"{line}\n" for line in (len(moves), *moves))
        case "fc-solve":
            return standard.write(deal, replay(deal, solution)) if moves else "0\n"
    raise ModelError(f"there is no form {form!r} of a FreeCell solution, expected {' or '.join(FORMS)}")


def read(deal: Deal, text: str, source: str) -> Solution:
    """Read a solution in either form; whether its moves are possible is the checker's business.

    A card that is alone in its column may go to another empty column. The model has no such move, since it changes
    nothing: it is left out, and not counted.

    >>> read(Deal(()), "1\\nfoundation S1", "example").moves
    ('foundation S1',)
    """
    lines = read_lines(text, source)
    if not lines:
        raise FormatError("found nothing, expected the number of moves and the moves", source=source)
    if standard.looks_like([word for line in lines for _, word in line.words()]):
        labels = standard.read(deal, lines)
        cost = len(labels)
    else:
        cost = _read_count(lines[0])
        labels = [_read_move(line) for line in lines[1:]]
    moves = _without_idle_moves(deal, labels)
    return Solution(moves=moves, cost=cost - (len(labels) - len(moves)))


def _read_count(line: Line) -> int:
    (column, digits), *others = line.words()
    if not (digits.isascii() and digits.isdigit()):
        raise line.error(column, f"found {shortened(digits)!r}, expected the number of moves")
    if len(digits) > 9:
        raise line.error(column, f"found {shortened(digits, 9)} moves, expected fewer than 1000000000")
    if others:
        raise line.error(others[0][0], f"found {shortened(others[0][1])!r}, expected the number of moves alone")
    return int(digits)


def _read_move(line: Line) -> str:
    (column, word), *cards = line.words()
    kind = _SYNONYMS.get(word.lower(), word.lower())
    if kind not in _CARDS:
        expected = "freecell, stack, newstack or foundation"
        raise line.error(column, f"found the move {shortened(word)!r}, expected {expected}")
    names = [str(SUIT_FIRST.read(card, line, at)) for at, card in cards[: _CARDS[kind]]]
    if len(names) < _CARDS[kind]:
        wanted = "the card that moves" if not names else "the card that it is put onto"
        raise line.error(len(line.text), f"found the end of the line, expected {wanted}")
    if len(cards) > len(names):
        at, extra = cards[len(names)]
        raise line.error(at, f"found {shortened(extra)!r}, expected the end of the move")
    return " ".join([kind, *names])


def _without_idle_moves(deal: Deal, labels: list[str]) -> tuple[str, ...]:
    kept: list[str] = []
    for number, label in enumerate(labels):
        step = make_move(deal, label)
        if step is None:
            return (*kept, *labels[number:])
        deal = step.after
        if not step.is_idle:
            kept.append(label)
    return tuple(kept)
