"""Pictures of a deal: cards with their suits in colour for a terminal, SVG, and a film strip of a whole plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from copla.answers.result import Solution
from copla.models.freecell.board import SUITS, SYMBOLS, Card, Deal, deck
from copla.models.freecell.replay import cell_letter, replay
from copla.plugins.puzzle import Frame
from copla.plugins.svg import PICTURES_IN_A_ROW, svg_document

if TYPE_CHECKING:
    from rich.text import Text

BLACK_CARD, RED_CARD, MOVED, FRAME = "bold", "bold red", " reverse", "bright_black"

_FIELD = 5
_ACROSS, _DOWN = 46, 24
_CARD_WIDTH, _CARD_HEIGHT = 40, 56


def draw(deal: Deal, solution: object = None, marked: object = (), *, moved: Card | None = None) -> Text:
    """The table for a terminal: cells and foundations on top, then the columns with the bottom card first.

    A moved card stands between brackets, which remain where there is no colour.
    """
    from rich.text import Text

    text = Text()

    def label(word: str) -> None:
        text.append(f"{word:>{_FIELD - 1}} ", FRAME)

    def put(card: Card | None, otherwise: str) -> None:
        if card is None:
            label(otherwise)
            return
        left, right = "[]" if card == moved else "  "
        style = (RED_CARD if card.is_red else BLACK_CARD) + (MOVED if card == moved else "")
        text.append(f"{left + card.face:>{_FIELD - 1}}{right}", style)

    for number in range(len(deal.cells)):
        label(cell_letter(number))
    text.append("  " if deal.cells else "")
    for suit in SUITS:
        label(SYMBOLS[suit])
    text.append("\n")
    for card in deal.cells:
        put(card, "·")
    text.append("  " if deal.cells else "")
    for suit, value in zip(SUITS, deal.foundations, strict=True):
        put(Card(suit, value) if value else None, "·")
    text.append("\n\n")
    for number in range(len(deal.stacks)):
        label(str(number + 1))
    text.append("\n")
    for height in range(max(1, *map(len, deal.stacks))):
        for stack in deal.stacks:
            put(stack[height] if height < len(stack) else None, "·" if height == 0 else "")
        text.append("\n")
    return text


def svg(deal: Deal, solution: object = None, marked: object = ()) -> str:
    """The deal as a self-contained SVG document."""
    width, height = _size(deal, max(map(len, deal.stacks)))
    return _document(deal, "FreeCell deal", width, height, _svg_table(deal, movable=True))


def frames(deal: Deal, solution: Solution) -> list[Frame]:
    """The start and the position after each step; the card that moved stands out."""
    steps = replay(deal, solution)
    return [Frame("start", draw(deal)), *(Frame(step.words, draw(step.after, moved=step.move.card)) for step in steps)]


def film(deal: Deal, solution: Solution) -> str:
    """The same as one SVG document, in rows of small pictures with captions."""
    steps = replay(deal, solution)
    shots = [(deal, "start", None)] + [(step.after, step.words, step.move.card) for step in steps]
    width, height = _size(deal, max(len(stack) for shot, _, _ in shots for stack in shot.stacks))
    width, caption = max(width, 260), 26
    parts = []
    for number, (shot, words, moved) in enumerate(shots):
        row, column = divmod(number, PICTURES_IN_A_ROW)
        at = f"translate({column * width},{row * (height + caption)})"
        title = words if number == 0 else f"{number}. {words}"
        parts.append(f'<g class="frame" transform="{at}">')
        parts.append(f'<text x="{width / 2:g}" y="18" font-size="11" fill="#334155">{title}</text>')
        parts.append(f'<g transform="translate(0,{caption})">')
        parts += _svg_table(shot, moved)
        parts.append("</g></g>")
    rows = -(-len(shots) // PICTURES_IN_A_ROW)
    columns = min(len(shots), PICTURES_IN_A_ROW)
    title = f"FreeCell in {len(steps)} moves"
    return _document(deal, title, columns * width, rows * (height + caption), parts)


def _size(deal: Deal, highest: int) -> tuple[int, int]:
    """Width and height of a picture whose columns hold at most so many cards."""
    across = max(len(deal.stacks), len(deal.cells) + len(SUITS) + 1)
    return 12 + across * _ACROSS, 90 + _CARD_HEIGHT + max(0, highest - 1) * _DOWN


def _document(deal: Deal, title: str, width: int, height: int, parts: Sequence[str]) -> str:
    """Each card is drawn once and used wherever it lies: a film of a hundred positions stays small."""
    box = f'width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="5"'
    definitions = [f'<g id="empty" class="empty"><rect {box} fill="none" stroke="#6ee7b7" stroke-dasharray="4 3"/></g>']
    for card in deck(deal.ranks):
        colour = "#dc2626" if card.is_red else "#0f172a"
        style = f'font-size="15" font-weight="bold" fill="{colour}"'
        definitions.append(
            f'<g id="{card}" class="{"red" if card.is_red else "black"}"><rect {box} fill="#ffffff" stroke="#94a3b8"/>'
            f'<text x="{_CARD_WIDTH // 2}" y="17" {style}>{card.face}</text>'
            f'<text x="{_CARD_WIDTH // 2}" y="45" font-size="22" fill="{colour}">{SYMBOLS[card.suit]}</text></g>'
        )
    defined = ["<defs>", *definitions, "</defs>"]
    return svg_document(title, width, height, parts, definitions=defined, paper="#ecfdf5")


def cell_place(number: int) -> tuple[int, int]:
    """Where the card in a free cell is drawn."""
    return 8 + number * _ACROSS, 8


def foundation_place(deal: Deal, suit: str) -> tuple[int, int]:
    """Where the cards of a foundation are drawn, one above the other."""
    return 8 + (len(deal.cells) + 1 + SUITS.index(suit)) * _ACROSS, 8


def column_place(number: int, height: int) -> tuple[int, int]:
    """Where a card in a column is drawn that lies on so many others."""
    return 8 + number * _ACROSS, 82 + height * _DOWN


def _svg_table(deal: Deal, moved: Card | None = None, *, movable: bool = False) -> list[str]:
    """The places and the cards on them; in one that can be moved, the cards below the top of a foundation, too."""
    parts: list[str] = []

    def put(card: Card | None, x: int, y: int) -> None:
        if movable and card is not None:
            at = f'data-piece="{card}" transform="translate({x} {y})"'
            parts.append(f'<g class="piece card" {at}><use href="#{card}"/></g>')
        else:
            parts.append(f'<use href="#{card or "empty"}" x="{x}" y="{y}"/>')
        if card is not None and card == moved:
            parts.append(
                f'<rect x="{x}" y="{y}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="5" fill="none" '
                'stroke="#f59e0b" stroke-width="3"/>'
            )

    for number, card in enumerate(deal.cells):
        for shown in (None, card) if movable and card else (card,):
            put(shown, *cell_place(number))
    for suit, value in zip(SUITS, deal.foundations, strict=True):
        x, y = foundation_place(deal, suit)
        if movable or not value:
            put(None, x, y)
            parts.append(
                f'<text class="suit" x="{x + _CARD_WIDTH // 2}" y="42" font-size="20" fill="#6ee7b7">'
                f"{SYMBOLS[suit]}</text>"
            )
        for reached in range(1 if movable else max(1, value), value + 1):
            put(Card(suit, reached), x, y)
    for number, stack in enumerate(deal.stacks):
        if movable or not stack:
            put(None, *column_place(number, 0))
        for height, placed in enumerate(stack):
            put(placed, *column_place(number, height))
    return parts
