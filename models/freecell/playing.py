"""Playing by hand: where the cards lie in the picture, and where those on top can go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from copla.answers.result import Solution
from copla.models.freecell.board import SUITS, Card, Deal
from copla.models.freecell.drawing import cell_place, column_place, foundation_place
from copla.models.freecell.replay import CELL, COLUMN, FOUNDATION, Move, Place, Step, make_move, move_between, replay
from copla.plugins.puzzle import LegalMove, Point, Scene


def scenes(deal: Deal, solution: Solution) -> list[Scene]:
    steps = enumerate(replay(deal, solution), 1)
    return [
        Scene("start", 0, 0, _pieces(deal)),
        *(Scene(_words(step), 1, number, _pieces(step.after)) for number, step in steps),
    ]


def legal(deal: Deal, moves: Sequence[str]) -> list[LegalMove]:
    """What the model allows: equal cells, and equal empty columns, are one move.

    >>> [move.words for move in legal(Deal(((Card("H", 1),), (Card("S", 2),)), (None,)), ())]
    ['A♥ to a cell', 'A♥ to its foundation', 'A♥ to 2♠', '2♠ to a cell']
    """
    deal = after(deal, moves)
    sources = [Place(COLUMN, n) for n in range(len(deal.stacks))] + [Place(CELL, n) for n in range(len(deal.cells))]
    return [move for source in sources for move in _moves_from(deal, source)]


def after(deal: Deal, moves: Sequence[str]) -> Deal:
    steps = replay(deal, Solution(moves=tuple(moves)))
    return steps[-1].after if steps else deal


def is_solved(deal: Deal) -> bool:
    """Whether all cards are on their foundations."""
    return not deal.held and not any(deal.stacks)


def _moves_from(deal: Deal, source: Place) -> Iterator[LegalMove]:
    targets = [Place(CELL, n) for n, held in enumerate(deal.cells) if held is None]
    targets += [Place(FOUNDATION), *(Place(COLUMN, n) for n in range(len(deal.stacks)))]
    points: dict[str, tuple[Step, list[Point]]] = {}
    for target in targets:
        move = move_between(deal, source, target)
        step = None if move is None else make_move(deal, move.label)
        if move is not None and step is not None and not step.is_idle and step.source == source:
            points.setdefault(move.label, (step, []))[1].append(_point(deal, move, target))
    for label, (step, places) in points.items():
        first = _point(deal, step.move, step.target)
        others = [place for place in places if place != first]
        yield LegalMove((label,), _words(step), str(step.move.card), (first, *others))


def _words(step: Step) -> str:
    """A move as people say it: K♠ to 7♥."""
    match step.move.kind:
        case "stack":
            assert step.move.onto is not None
            target = step.move.onto.face
        case "freecell":
            target = "a cell"
        case "newstack":
            target = "an empty column"
        case _:
            target = "its foundation"
    return f"{step.move.card.face} to {target}"


def _point(deal: Deal, move: Move, target: Place) -> Point:
    match target.kind:
        case "column":
            return column_place(target.number, len(deal.stacks[target.number]))
        case "cell":
            return cell_place(target.number)
    return foundation_place(deal, move.card.suit)


def _pieces(deal: Deal) -> dict[str, Point]:
    """All cards in the order in which they are drawn."""
    found: dict[str, Point] = {str(card): cell_place(n) for n, card in enumerate(deal.cells) if card is not None}
    for suit, value in zip(SUITS, deal.foundations, strict=True):
        found |= {str(Card(suit, reached)): foundation_place(deal, suit) for reached in range(1, value + 1)}
    for number, stack in enumerate(deal.stacks):
        found |= {str(card): column_place(number, height) for height, card in enumerate(stack)}
    return found
