import pytest

from rbflib.lab.glossary import glossary, glossary_terms

TERMS = glossary_terms()
GOOD = next(term for term in TERMS if term["English"] == "eigenvalue")


def test_table_links_every_section_and_has_a_line_a_term():
    text = glossary()._repr_markdown_()
    assert text.count(".ipynb#") == len(TERMS)
    assert "(08_multidimensional_scaling.ipynb#2-From-inner-products-to-a-map)" in text
    for tag in ("zh-Hant", "zh-Hans"):
        assert text.count(f'<span lang="{tag}">') == len(TERMS) + text.count("## Page")
    assert {line.count("|") for line in text.splitlines() if line.startswith("|")} == {7}


@pytest.mark.parametrize("word", ["Eigenvalue", "特徵值", "特征值"])
def test_word_of_any_language_finds_the_term(word):
    assert glossary(word).terms == [GOOD]


def test_name_in_code_finds_the_term_and_an_unknown_word_none():
    assert [term["English"] for term in glossary("nadaraya").terms] == ["kernel regression"]
    assert glossary("zeppelin")._repr_markdown_() == "No such term."
