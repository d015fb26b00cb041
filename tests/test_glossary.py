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


@pytest.mark.parametrize(
    ("word", "term"),
    {
        "徑向基函數": "radial basis function network",
        "径向基函数": "radial basis function network",
        "輻狀基底函數": "radial basis function network",
        "支援向量機": "support vector machine",
        "多維尺度": "multidimensional scaling",
        "k均值": "k-means",
        "K Means": "k-means",
        "过度拟合": "overfitting",
        "過擬合": "overfitting",
        "帶寬": "bandwidth",
        "偽逆": "pseudoinverse",
        "應力": "stress",
        "均方误差": "mean squared error",
        "decision boundary": "boundary",
        "泛化": "test error",
        "神经元": "hidden unit",
        "neuron": "hidden unit",
        "降维": "dimension",
        "降維": "dimension",
        "centroid": "prototype",
        "質心": "prototype",
        "KNN": "nearest neighbor",
        "PCA": "principal component analysis",
        "泰森多邊形": "Voronoi cell",
        "对数胜算": "log-odds",
    }.items(),
)
def test_what_readers_type_finds_the_term_in_either_script(word, term):
    assert term in [found["English"] for found in glossary(word).terms]


def test_short_form_finds_its_own_term_and_no_letters_of_others():
    assert [term["English"] for term in glossary("EM").terms] == ["expectation maximization"]
    assert [term["English"] for term in glossary(" svm ").terms] == [
        "support vector machine",
        "Gaussian SVM",
    ]


def test_loss_is_no_penalty():
    assert "penalty" not in [term["English"] for term in glossary("loss").terms]


def test_transposes_are_written_as_on_the_pages():
    assert not any("^T" in term["symbol"] for term in TERMS)


def test_name_in_code_finds_the_term_and_an_unknown_word_none():
    assert [term["English"] for term in glossary("nadaraya").terms] == ["kernel regression"]
    assert glossary("zeppelin")._repr_markdown_() == "No such term."
