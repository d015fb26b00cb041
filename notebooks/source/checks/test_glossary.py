"""Every term of the glossary is named once, in its own script, and used where the table says."""

import inspect
import re
from pathlib import Path

import pytest

import rbflib
from notebooks.source.terms import spelled, with_terms
from rbflib.lab.glossary import LANGUAGES, glossary_terms

TERMS = glossary_terms()
GOOD = next(term for term in TERMS if term["English"] == "eigenvalue")
SOURCE = Path(__file__).parents[1]
PAGES = sorted(SOURCE.glob("0*.md"))
ENCODINGS = {"繁體中文": "big5", "简体中文": "gb2312"}
STRAYS = {"繁體中文": "后征范里云准", "简体中文": "徵後於乾"}
LINK = " · **Words:** [Glossary](11_glossary.ipynb)"
TOP_LINK = "[glossary](11_glossary.ipynb)"


def named_twice(terms):
    """Names that one language's column holds more than once; the mark 、 stands between names."""
    columns = [[n for t in terms for n in t[language].split("、")] for language in LANGUAGES]
    return [name for column in columns for name in column if column.count(name) > 1]


def nameless(term):
    return [language for language in LANGUAGES if not term[language].strip()]


def of_the_other_script(term):
    return [
        character
        for column, encoding in ENCODINGS.items()
        for character in term[column]
        if not character.encode(encoding, "ignore") or character in STRAYS[column]
    ]


def section_text(term):
    """What stands under the term's heading, heading included; empty without page or section."""
    page = SOURCE / f"{term['page']}.md"
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    section = rf"^##+ {re.escape(term['section'])}\n.*?(?=^##+ |\Z)"
    found = re.search(section, text, re.MULTILINE | re.DOTALL)
    return found.group() if found else ""


def without_its_word(term):
    """The term, if its section does not use it; names in code count."""
    text = re.sub(r"[_\s]+", " ", section_text(term).replace("*", ""))
    return [] if spelled(term).search(text) else [term["English"]]


def not_in_code(term):
    """The name, if rbflib has no such thing, parameter or method."""
    thing, _, part = term["in code"].partition(".")
    known = not thing or thing in rbflib.__all__
    if known and part:
        owner = getattr(rbflib, thing)
        known = part in inspect.signature(owner).parameters or hasattr(owner, part)
    return [] if known else [term["in code"]]


def breaks_the_table(term):
    return [cell for cell in term.values() if cell is None or "|" in cell or cell.count("$") % 2]


def test_every_term_is_named_once_in_every_language():
    assert named_twice(TERMS) == []
    assert 60 <= len(TERMS) <= 140


RULES = [nameless, of_the_other_script, without_its_word, not_in_code, breaks_the_table]


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term["English"])
def test_term_is_written_used_and_coded_as_the_table_says(term):
    assert [complaint for rule in RULES for complaint in rule(term)] == []


def test_terms_stand_in_the_order_of_the_pages():
    pages = [term["page"] for term in TERMS]
    assert pages == sorted(pages)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"English": " "}, nameless),
        ({"繁體中文": "权重"}, of_the_other_script),
        ({"section": "1 From distances to inner products"}, without_its_word),
        ({"in code": "ClassicalMDS.eigenvalue"}, not_in_code),
        ({"symbol": r"$\lambda_k"}, breaks_the_table),
    ],
)
def test_bad_term_is_noticed(change, rule):
    assert rule(GOOD) == []
    assert rule(GOOD | change) != []
    assert named_twice([GOOD, GOOD | {"English": "root", "繁體中文": "根"}]) == ["特征值"] * 2


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page_leads_to_the_glossary(path):
    text = path.read_text(encoding="utf-8")
    assert len(re.findall(r"^\*\*(?:Before|Next):\*\*.*" + re.escape(LINK), text, re.M)) == 1
    assert len(re.findall(r"^About \d+ minutes.*" + re.escape(TOP_LINK), text, re.M)) == 1


def test_first_bold_use_of_a_term_on_a_page_has_its_chinese_names():
    named = '**<a class="rbflib-term" tabindex="0" title="特徵值 · 特征值">Eigenvalues</a>**'
    texts = ["an eigenvalue, **all 50 draws**, 2 **", "**Eigenvalues** and **eigenvalues**"]
    assert with_terms(texts) == [texts[0], f"{named} and **eigenvalues**"]


def test_preset_in_an_answer_is_no_term():
    answer = (
        "<details><summary><b>What you should see</b></summary>\n\n**Eigenvalues**\n\n</details>"
    )
    named = with_terms([answer, "the **eigenvalues**"])
    assert named[0] == answer
    assert 'title="特徵值' in named[1]
