"""Tables fit the width that they are given: words stay whole, nothing is lost, every cell keeps its tone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from copla.answers.tables import Column, Table, Tone, Toned, initials

BACKENDS = ["cp-sat", "fast-downward", "forward-checking", "python-constraint"]


def backends(rows: int = 1) -> Table:
    columns = [Column(name, number=True, short=initials(name)) for name in BACKENDS]
    return Table([Column("instance"), *columns], [[f"board-{n}", "3.1 ms", "-", "58 ms", "1.3 s"] for n in range(rows)])


def test_rows_printed_as_they_come_look_like_rows_printed_together() -> None:
    rows = [["tiny", "3.1 ms", "agree"], ["a longer one", "timeout", "-"]]
    columns = [Column("instance"), Column("search", number=True), Column("verdict")]
    wide = [Column("instance", width=12), Column("search", number=True, width=7), Column("verdict", width=7)]
    streamed = Table(wide)
    lines = [*streamed.heading(), *(line for row in rows for line in streamed.row(row))]
    assert list(map(str, lines)) == Table(columns, rows).text().splitlines()


def test_columns_without_content_are_left_out_unless_there_are_no_rows() -> None:
    columns = [Column("a"), Column("b"), Column("c", number=True)]
    assert Table(columns, [["x", "-", "1"], ["y", "-", "-"]]).without_empty_columns().names == ["a", "c"]
    assert Table(columns).without_empty_columns().names == ["a", "b", "c"]


def test_a_bar_in_a_cell_does_not_end_a_column_of_markdown() -> None:
    table = Table([Column("name"), Column("count", number=True)], [["a|b", "1"]])
    assert table.markdown().splitlines() == ["| name | count |", "| --- | ---: |", "| a\\|b | 1 |"]


def test_what_latex_takes_for_orders_is_written_as_letters() -> None:
    table = Table([Column("a & b")], [["50 % of {x}_1"], ["C:\\~^#$"]])
    assert table.latex().splitlines()[2:-2] == [
        r"a \& b \\",
        r"\hline",
        r"50 \% of \{x\}\_1 \\",
        r"C:\textbackslash{}\textasciitilde{}\textasciicircum{}\#\$ \\",
    ]


def test_a_table_that_fits_is_one_line_a_row() -> None:
    assert backends().text(80).splitlines() == [
        "instance  cp-sat  fast-downward  forward-checking  python-constraint",
        "board-0   3.1 ms              -             58 ms              1.3 s",
    ]


def test_headings_are_stacked_before_they_are_abbreviated() -> None:
    assert backends().text(60).splitlines() == [
        "                     fast-  forward-     python-",
        "instance  cp-sat  downward  checking  constraint",
        "board-0   3.1 ms         -     58 ms       1.3 s",
    ]


def test_abbreviated_headings_are_told_below() -> None:
    assert backends().text(40).splitlines() == [
        "instance  cp-sat  fd     fc     pc",
        "board-0   3.1 ms   -  58 ms  1.3 s",
        "fd = fast-downward, fc =",
        "forward-checking, pc = python-constraint",
    ]


def test_columns_that_do_not_fit_go_below() -> None:
    table = Table([Column("name"), *(Column(f"column {n}", number=True) for n in range(4))], [["a", *"1234"]])
    assert table.text(22).splitlines() == [
        "      column  column",
        "name       0       1",
        "a          1       2",
        "",
        "      column  column",
        "name       2       3",
        "a          3       4",
    ]


def test_columns_of_one_part_stay_together() -> None:
    columns = [Column("x" * 9, part=part) for part in ("one", "two", "two")]
    table = Table([Column("name"), *columns], [["a", "1", "2", "3"]])
    assert [block.rows for block in table.fitted(30)] == [[["a", "1"]], [["a", "2", "3"]]]


def test_prose_is_broken_between_words_and_keeps_its_tone() -> None:
    prose = Toned("a sentence that is longer than its column", Tone.OPEN)
    lines = Table([Column("name"), Column("remark", prose=True)], [["a", prose]]).lines(30)
    assert list(map(str, lines)) == ["name  remark", "a     a sentence that is", "      longer than its column"]
    assert [line.pieces[-1][1] for line in lines[1:]] == [Tone.OPEN, Tone.OPEN]


def test_short_names_differ() -> None:
    assert [initials("cp-sat"), initials("c-s", ["cs"]), initials("native")] == ["cs", "c-s", "native"]


WORDS = st.text("abc-", min_size=1, max_size=12)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=8), st.integers(30, 120))
def test_nothing_is_lost_and_nothing_is_too_wide(given: list[tuple[str, str]], width: int) -> None:
    table = Table([Column("key"), *(Column(name) for name, _ in given)], [["row", *(cell for _, cell in given)]])
    text = table.text(width)
    assert max(map(len, text.splitlines())) <= width
    assert all(cell in text for _, cell in given)
