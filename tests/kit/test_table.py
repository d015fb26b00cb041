"""Tables as people have them: what is read, what is left out, and what is said about both."""

import numpy as np
import pandas as pd
import pytest

from rbflib.lab import Table
from rbflib.lab.kit.table import TableError

X = np.random.default_rng(0).normal(size=(60, 2))
GERMAN = """Länge;Breite;Sorte
1.234,5;-2,5;süß
1.235,5;2,5;herb
""" + "".join(f"{i},25;{i % 3},5;{'süß' if i % 2 else 'herb'}\n" for i in range(20))


def penguins():
    """A column of text, rows that lack a value in either of two ways, one column mostly empty."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(60, 3)), columns=["bill", "flipper", "mass"])
    frame["island"] = "Dream"
    frame["comment"] = [1.0] + [None] * 59
    frame.loc[3, "bill"] = np.nan
    species = pd.Series(np.where(frame["flipper"] > 0, "Adelie", "Gentoo"), name="species")
    species[5] = None
    return frame, species


def test_rows_and_columns_that_are_left_out_are_said():
    samples = Table.of(*penguins()).samples
    assert samples.names == ("bill", "flipper", "mass")
    assert samples.target == "species"
    assert len(samples.y) == 58
    assert set(samples.y) == {"Adelie", "Gentoo"}
    said = ". ".join(samples.notes)
    assert "2 of 60 rows" in said
    assert "island, comment" in said
    frame, _ = penguins()
    assert (
        "mass is left out: constant"
        in Table.of(frame.assign(mass=1.0), frame["bill"]).samples.notes
    )


def test_semicolons_and_decimal_commas_are_read_as_a_spreadsheet_writes_them(tmp_path):
    (tmp_path / "wein.csv").write_text(GERMAN, encoding="cp1252")
    table = Table.read(tmp_path / "wein.csv")
    samples = table.samples
    assert samples.names == ("Länge", "Breite")
    assert set(samples.y) == {"süß", "herb"}
    assert {1234.5, 1235.5, 0.25} <= set(samples.X[:, 0])
    with_remarks = "\n".join(f"{row};remark {i}" for i, row in enumerate(GERMAN.splitlines()))
    assert Table.read(with_remarks.encode()).target == "Sorte"
    assert repr(table) == "Table of 22 rows with Länge, Breite, Sorte; to predict: Sorte"
    english = 'a,b,c\n"1,234",2.5,x\n' + "1,2,y\n" * 12
    assert 1234.0 in Table.read(english.encode()).samples.X[:, 0]


ENCODINGS = {
    "utf-8": "身高 Größe 가격 はい",
    "utf-8-sig": "身高 Größe 가격 はい",
    "utf-16": "身高 Größe 가격 はい",
    "cp1252": "Länge Größe süß Übung MÜLL prénom âge Élève señal niño €/m² °C città",
    "big5": "身高 體重 類別 貓 狗 面積 價格 年齡 性別 城市 臺北 高雄 花萼長度 品種 山鳶尾",
    "gb18030": "身高 体重 类别 猫 狗 面积 价格 年龄 性别 城市 北京 上海 花萼长度 品种 山鸢尾",
    "shift_jis": "身長 体重 種類 猫 犬 面積 価格 年齢 性別 都市 東京 がく片の長さ はい いいえ",
    "euc_kr": "키 몸무게 종류 고양이 개 면적 가격 나이 성별 도시 서울 부산 수입 온도",
    "mac_roman": "Länge Größe süß Übung Ärzte Fläche prénom âge été señal niño Zürich",
    "cp1251": "Рост Вес кошка собака Площадь цена возраст",
}


@pytest.mark.parametrize(("encoding", "words"), ENCODINGS.items(), ids=list(ENCODINGS))
def test_an_encoding_is_read_right_or_the_sentence_says_how_to_save_it(encoding, words):
    rng = np.random.default_rng(7)
    for _ in range(20):
        *names, last, other = rng.permutation(words.split())[:4]
        rows = [f"{i},{i % 7},{[last, other][i % 2]}" for i in range(12)]
        content = "\r\n".join([",".join([*names, last]), *rows]).encode(encoding)
        is_known = encoding in [*ENCODINGS][:4]
        for said in (encoding, None) if is_known else (encoding,):
            columns = Table.read(content, encoding=said).columns
            assert list(columns) == [*names, last]
            assert {*columns[last]} == {last, other}
        if not is_known:
            with pytest.raises(TableError, match=r"CSV UTF-8.* encoding=\"big5\""):
                Table.read(content)


def test_code_says_the_encoding_that_was_given(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_bytes(GERMAN.encode("mac_roman"))
    names = {"Table": Table}
    exec(Table.read("t.csv", encoding="mac_roman").code, names)
    assert "Länge" in names["table"].columns
    with pytest.raises(TableError, match="no text in utf_9"):
        Table.read("t.csv", encoding="utf_9")


@pytest.mark.parametrize(
    ("column", "left_out"),
    [
        (pd.Series(["a", "b"] * 30, dtype="category"), True),
        (pd.Series([1, 2] * 30, dtype="category"), False),
        (np.arange(60) * np.timedelta64(1, "h"), True),
        (np.datetime64("2026-01-30") + np.arange(60), True),
        (np.arange(60) * 1j, True),
        ([[i, 2 * i] for i in range(60)], True),
        (pd.array([1, None, *range(58)], dtype="Int64"), False),
        (np.arange(60) * 1e6, False),
        (np.ma.masked_less(np.arange(60) - 2, 0), False),
    ],
)
def test_a_column_is_used_as_numbers_or_is_said_to_be_left_out(column, left_out):
    samples = Table.of({"c": column, "x": X[:, 0]}, X[:, 1]).samples
    assert samples.names == (("x",) if left_out else ("c", "x"))
    assert ("c is left out: no numbers" in samples.notes) is left_out
    assert left_out or min(samples.X[:, 0]) >= 0


def test_whole_numbers_are_classes_or_numbers_as_one_says():
    names = {"Table": Table, "X": X, "y": np.arange(60) % 5}
    table = Table.of(X, names["y"])
    [note] = table.samples.notes
    assert table.samples.has_classes
    exec(f"table = {note.split(': ')[1]}", names | {"table": table}, names)
    exec(names["table"].code, names)  # "y holds 5 classes; as numbers: table.predicting(…)"
    assert names["table"].samples.y.dtype == float
    assert names["table"].samples.notes == ()
    halves = Table.of(X, names["y"] / 2).predicting("y", kind="classes")
    assert set(halves.samples.y) == {"0.0", "0.5", "1.0", "1.5", "2.0"}
    assert set(Table.of(X, ["1.0", ""] * 15 + ["2.0"] * 30).samples.y) == {1, 2}
    with pytest.raises(TableError, match="text, such as 'a'"):
        Table.of(X, ["a", "b"] * 30).predicting("y", kind="numbers").samples  # noqa: B018
    with pytest.raises(ValueError, match='"classes" or "numbers"'):
        table.predicting("y", kind="number")


def test_each_class_with_two_samples_is_trained_and_tested():
    X = np.random.default_rng(1).normal(size=(300, 2))
    y = np.repeat(["many", "some", "three", "two", "one"], [244, 50, 3, 2, 1])
    samples = Table.of(X, y).samples
    train, test = np.split(samples.y, [samples.n_train])
    assert {*train} - {*test} == {"one"}
    assert {*test} <= {*train}
    assert abs(np.mean(train == "some") - np.mean(test == "some")) < 0.01
    assert "one is not tested: it is one sample" in samples.notes
    assert not np.array_equal(train, np.sort(train))  # the order is random
    rows = {tuple(x): name for x, name in zip(X, y, strict=True)}
    assert [rows[tuple(x)] for x in samples.X] == list(samples.y)


@pytest.mark.parametrize(
    ("X", "y", "words"),
    [
        (X, [f"c{i}" for i in range(60)], "such as 'c0' and 'c1'"),
        (X, 1e101 * X[:, 0], r"above 1e\+100. Give it in a larger unit"),
        (X, [None] * 60, "Only 0 rows"),
        (pd.DataFrame({0: X[:, 0], "0": X[:, 1]}), X[:, 0], "same name"),
        ({"a": X[:, 0], "b": X[:9, 1]}, X[:, 0], "9 rows and y has 60"),
        (X, np.ones(60), "one class"),
        (X, 0.5 + np.zeros(60), "one number"),
        (X[:5], X[:5, 0], "At least 10"),
        (X[:, 0], X[:, 1], "one row per sample"),
        ([[1, 2], [3]] * 10, range(20), "differ in length"),
        (np.ones((60, 2)), X[:, 0], "not the same one in each row"),
        (np.full((60, 2), np.nan), X[:, 0], "Only|No column"),
        (X, X, "y has 2 columns"),
        (np.empty((0, 2)), [], "is empty"),
        (np.empty((60, 0)), X[:, 0], "is empty"),
        (pd.DataFrame(), [], "is empty"),
    ],
)
def test_what_is_no_table_gets_a_sentence(X, y, words):
    with pytest.raises(TableError, match=words):
        Table.of(X, y).samples  # noqa: B018
    with pytest.raises(TableError, match="no table"):
        Table.read(b"a,b,c\n")


def test_infinite_targets_are_missing():
    samples = Table.of(X, np.where(np.arange(60) == 3, np.inf, X[:, 0])).samples
    assert not samples.has_classes
    assert "1 of 60 rows lack a value and are left out" in samples.notes
