"""Exported quizzes, read back with parsers that know nothing of the exporter."""

import html
import re
import xml.etree.ElementTree as ET
from collections import Counter
from io import BytesIO
from zipfile import ZipFile

import pytest

from rbflib.lab.export import moodle, qti
from rbflib.lab.export.__main__ import main
from rbflib.lab.kit.question import Choice, Number, Order
from rbflib.lab.kit.quiz import as_html
from rbflib.lab.quizzes import QUIZZES, TEMPLATES
from tests.kit.test_quiz import QUESTIONS, answers

EACH = pytest.mark.parametrize(
    ("page", "question"), QUESTIONS, ids=[f"{page}-{q.key}" for page, q in QUESTIONS]
)
NAMESPACES = {"q": qti.QTI, "cp": qti.PACKAGE, "m": "http://www.w3.org/1998/Math/MathML"}


@pytest.fixture(scope="module")
def moodle_questions():
    """Form of order questions -> (page, key) -> element of the question."""
    return {order: read_moodle(moodle.quiz_xml(QUIZZES, order)) for order in moodle.ORDERS}


def read_moodle(text):
    root = ET.fromstring(text.encode())
    assert root.tag == "quiz"
    found, page = {}, None
    for element in root:
        assert element.tag == "question"
        if element.get("type") == "category":
            page = re.search(r"rbflib/(\d\d) ", element.findtext("category/text"))[1]
        else:
            name_page, key = element.findtext("name/text").split(" ", 1)
            assert name_page == page
            found[page, key] = element
    return found


def back(content):
    """The text of a question again, from Moodle's HTML: formulas in $…$, code in `…`."""
    text = content.replace("<p>", "").replace("</p>", "")
    text = text.replace("<code>", "`").replace("</code>", "`")
    text = re.sub(r"\\\(|\\\)", "$", text)
    assert not re.search(r"<[a-z/]", text)
    return html.unescape(text)


def said_by_moodle(element, tag):
    assert element.find(tag).get("format") == "html"
    return element.findtext(f"{tag}/text") or ""


def test_moodle_gets_every_question_once(moodle_questions):
    for found in moodle_questions.values():
        assert list(found) == [(page, question.key) for page, question in QUESTIONS]
        numbers = [element.findtext("idnumber") for element in found.values()]
        assert len(set(numbers)) == len(QUESTIONS)


@EACH
def test_moodle_reads_text_and_general_feedback(moodle_questions, page, question):
    for found in moodle_questions.values():
        element = found[page, question.key]
        assert back(said_by_moodle(element, "questiontext")) == question.ask
        general = said_by_moodle(element, "generalfeedback")
        assert back(general.split("</p>")[0]) == question.why
        assert f"Page {page}, section “{question.reread}”." in html.unescape(general)
        assert element.findtext("defaultgrade") == "1"


@EACH
def test_moodle_reads_answers_and_feedback(moodle_questions, page, question):
    element = moodle_questions["ordering"][page, question.key]
    read = [
        (a.findtext("text"), float(a.get("fraction")), back(a.findtext("feedback/text") or ""))
        for a in element.findall("answer")
    ]
    if isinstance(question, Choice):
        assert (element.get("type"), element.findtext("single")) == ("multichoice", "true")
        assert [html.unescape(text) for text, *_ in read] == [*question.choices]
        assert [feedback for *_, feedback in read] == [*question.choices.values()]
        fractions = [100 if text == question.answer else 0 for text in question.choices]
        assert [fraction for _, fraction, _ in read] == fractions
    elif isinstance(question, Number):
        assert element.get("type") == "numerical"
        *numbers, other = read
        wrong = [(x, 0, why) for x, why in question.wrong.items()]
        assert [(float(x), *says) for x, *says in numbers] == [(question.answer, 100, ""), *wrong]
        assert other == ("*", 0, question.otherwise)
        tolerances = {float(t.text) for t in element.findall("answer/tolerance")[: len(numbers)]}
        assert tolerances == {question.tolerance}
    else:
        assert element.get("type") == "ordering"
        assert element.findtext("gradingtype") == "ALL_OR_NOTHING"
        assert int(element.findtext("selectcount")) == len(question.items)
        expected = [(text, n, why) for n, (text, why) in enumerate(question.items.items(), start=1)]
        assert [(html.unescape(text), *says) for text, *says in read] == expected


@EACH
def test_moodle_before_4_4_matches_places_with_items(moodle_questions, page, question):
    old, new = (moodle_questions[order][page, question.key] for order in ("matching", "ordering"))
    if not isinstance(question, Order):
        assert ET.tostring(old) == ET.tostring(new)
        return
    assert (old.get("type"), old.findtext("shuffleanswers")) == ("matching", "false")
    pairs = [(s.findtext("text"), s.findtext("answer/text")) for s in old.findall("subquestion")]
    assert pairs == [(f"place {n}", text) for n, text in enumerate(question.items, start=1)]
    reasons = re.findall("<li>(.*?)</li>", said_by_moodle(old, "generalfeedback"))
    assert [back(text) for text in reasons] == [f"{t}: {w}" for t, w in question.items.items()]


@pytest.fixture(scope="module")
def qti_files():
    """Path in the package -> root element."""
    packed = ZipFile(BytesIO(qti.package(QUIZZES)))
    return {name: ET.fromstring(packed.read(name)) for name in packed.namelist()}


def tag(element):
    return element.tag.split("}")[1]


def test_manifest_lists_every_file_and_each_test_its_items(qti_files):
    manifest = qti_files["imsmanifest.xml"]
    assert [part.text for part in manifest[0]] == ["QTIv2.1 Package", "1.0.0"]
    resources = manifest.findall("cp:resources/cp:resource", NAMESPACES)
    paths = [resource.get("href") for resource in resources]
    assert sorted([*paths, "imsmanifest.xml"]) == sorted(qti_files)
    names = {resource.get("identifier"): resource for resource in resources}
    assert len(names) == len(resources)
    for resource in resources:
        path, [file] = resource.get("href"), resource.findall("cp:file", NAMESPACES)
        assert file.get("href") == path
        kind = tag(qti_files[path]).removeprefix("assessment").lower()
        assert resource.get("type") == f"imsqti_{kind}_xmlv2p1"
        needed = [d.get("identifierref") for d in resource.findall("cp:dependency", NAMESPACES)]
        assert set(needed) <= set(names)
        section = "q:testPart/q:assessmentSection/q:assessmentItemRef"
        items = [
            (r.get("identifier"), r.get("href"))
            for r in qti_files[path].iterfind(section, NAMESPACES)
        ]
        assert items == [(name, f"../items/{name}.xml") for name in needed]


IDENTIFIER = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
# What imsqti_v2p1.xsd and qtiv2p1_imscpv1p2_v1p0.xsd allow of what we use: element, its attributes
# (with ? if they may be left out), its content. # stands for an expression, + for text. More than
# the schemas, this asks for baseType, maxChoices, showFeedback and href.
MODEL = """
assessmentItem identifier title adaptive? timeDependent: responseDeclaration* outcomeDeclaration* \
    itemBody? responseProcessing? modalFeedback*
responseDeclaration identifier cardinality baseType: defaultValue? correctResponse?
outcomeDeclaration identifier cardinality baseType: defaultValue?
correctResponse: value value*
defaultValue: value value*
itemBody: (p|math|choiceInteraction|orderInteraction)*
p: + (math|code|textEntryInteraction)*
code: + (math|code|textEntryInteraction)*
choiceInteraction responseIdentifier shuffle? maxChoices: simpleChoice simpleChoice*
orderInteraction responseIdentifier shuffle?: simpleChoice simpleChoice*
textEntryInteraction responseIdentifier expectedLength?:
simpleChoice identifier: + (p|math|code)*
responseProcessing: (responseCondition|setOutcomeValue)*
responseCondition: responseIf responseElseIf* responseElse?
responseIf: # (responseCondition|setOutcomeValue)*
responseElseIf: # (responseCondition|setOutcomeValue)*
responseElse: (responseCondition|setOutcomeValue)*
setOutcomeValue identifier: #
variable identifier:
correct identifier:
null:
isNull: #
not: #
match: # #
index n: #
equal toleranceMode? tolerance?: # #
baseValue baseType: +
modalFeedback outcomeIdentifier showHide identifier: + (p|math|code)*
assessmentTest identifier title: testPart testPart*
testPart identifier navigationMode submissionMode: \
    itemSessionControl? assessmentSection assessmentSection*
itemSessionControl showFeedback:
assessmentSection identifier title visible: selection? (assessmentItemRef|assessmentSection)*
selection select:
assessmentItemRef identifier href:
manifest identifier: metadata organizations resources
metadata: schema schemaversion
organizations:
resources: resource*
resource identifier type href: file* dependency*
file href:
dependency identifierref:
"""
MODEL += "".join(f"{name}: +\n" for name in ("value", "schema", "schemaversion"))
MODEL = MODEL.replace("#", "(variable|correct|null|isNull|not|match|index|equal|baseValue)")
MODEL = dict(re.findall(r"(\w+)(.*)\n", MODEL))
# Of the values that they allow, those that we use.
KINDS = {
    "cardinality": "single|ordered", "baseType": "identifier|float", "adaptive": "false",
    "timeDependent": "false", "shuffle": "false", "maxChoices": "1", "showHide": "show",
    "toleranceMode": "exact|absolute", "tolerance": r"[\d.]+(e-\d+)?", "n": r"[1-9]\d*",
    "expectedLength": r"\d+", "navigationMode": "nonlinear", "submissionMode": "individual",
    "showFeedback": "true", "visible": "true|false", "select": "1",
    "type": "imsqti_(test|item)_xmlv2p1",
}  # fmt: skip


def breaks(root):
    """What in a file breaks the rules of its schema; MathML is left out."""
    for element in root.iter():
        if element.tag.startswith(f"{{{NAMESPACES['m']}}}"):
            continue
        attributes, content = MODEL[tag(element)].split(":")
        needed = {name for name in attributes.split() if name[-1] != "?"}
        if not needed <= {key for key in element.attrib if key[0] != "{"} <= names_in(attributes):
            yield tag(element), element.attrib
        for key, value in element.items():
            is_named = not key.lower().endswith("identifier") or IDENTIFIER.fullmatch(value)
            if not is_named or not re.fullmatch(KINDS.get(key, ".*"), value):
                yield tag(element), key, value
        allowed = re.sub("[ +]", "", re.sub(r"\w+", r"(?:\g<0>,)", content))
        if not re.fullmatch(allowed, "".join(f"{tag(e)}," for e in element)):
            yield tag(element), [tag(child) for child in element]
        texts = [element.text, *(child.tail for child in element)]
        if "+" not in content and any((text or "").strip() for text in texts):
            yield tag(element), texts
    if tag(root) != "assessmentItem":  # a test and a manifest have each name once
        names = Counter(e.get("identifier") for e in root.iter() if "identifier" in e.attrib)
        yield from (name for name, n in names.items() if n > 1)


def names_in(text):
    return {*re.findall(r"\w+", text)}


def item_of(qti_files, page, question):
    return qti_files[f"items/p{page}-{question.key}.xml"]


def test_every_file_keeps_the_rules_of_its_schema(qti_files):
    for name, root in qti_files.items():
        assert [*breaks(root)] == [], name


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<itemBody>", "<itemBody>Text"),
        ("</itemBody>", "<code>x</code></itemBody>"),
        (' title="', ' label="'),
        ('identifier="SCORE"', 'identifier="1 SCORE"'),
        ('"single"', '"one"'),
        ("<isNull>", "<isNull><null/>"),
        (' n="1"', ' n="one"'),
        ('"imsqti_item_xmlv2p1"', '"item"'),
        ('identifier="quiz"', 'identifier="part"'),
    ],
)
def test_rules_of_the_schema_notice(before, after):
    packed = ZipFile(BytesIO(qti.package({"03": QUIZZES["03"]})))
    texts = [packed.read(name).decode() for name in packed.namelist()]
    text = next(text for text in texts if before in text)
    assert [*breaks(ET.fromstring(text))] == []
    assert [*breaks(ET.fromstring(text.replace(before, after)))]


def test_feedback_is_shown_after_the_only_attempt(qti_files):
    """By default, a test gives one attempt, and hides the feedback after the last."""
    parts = [part for root in qti_files.values() for part in root.findall("q:testPart", NAMESPACES)]
    assert len(parts) == len(QUIZZES)
    for part in parts:
        assert part.find("q:itemSessionControl", NAMESPACES).get("showFeedback") == "true"


@EACH
def test_item_uses_the_variables_that_it_declares(qti_files, page, question):
    root = item_of(qti_files, page, question)
    declared = [d.get("identifier") for d in root if tag(d).endswith("Declaration")]
    used = {e.get("identifier") for e in root.iter() if tag(e) in ("variable", "setOutcomeValue")}
    used |= {e.get("outcomeIdentifier") for e in root if tag(e) == "modalFeedback"}
    assert used == set(declared)


def without_tags(element):
    return "".join(element.itertext())


def same_html(element, text):
    """Whether the element has the HTML of this text, formulas in MathML included."""
    wanted = ET.fromstring(f'<p xmlns="{qti.QTI}">{as_html(text)}</p>')
    got = [(e.tag, e.text, e.tail) for e in element.iter()][1:]
    return (
        element.text == wanted.text and got == [(e.tag, e.text, e.tail) for e in wanted.iter()][1:]
    )


@EACH
def test_item_asks_and_lists_what_the_page_does(qti_files, page, question):
    root = item_of(qti_files, page, question)
    asked, interaction = root.find("q:itemBody", NAMESPACES)
    assert same_html(asked, question.ask)
    assert len(asked.findall("m:math", NAMESPACES)) == question.ask.count("$") // 2
    choices = {c.get("identifier"): without_tags(c) for c in interaction}
    right = [v.text for v in root.findall("*/q:correctResponse/q:value", NAMESPACES)]
    declaration = root.find("q:responseDeclaration", NAMESPACES)
    kind = declaration.get("cardinality"), declaration.get("baseType")
    if isinstance(question, Choice):
        assert kind == ("single", "identifier")
        assert [*choices.values()] == [*question.choices]
        assert [choices[name] for name in right] == [question.answer]
    elif isinstance(question, Order):
        assert kind == ("ordered", "identifier")
        assert [*choices.values()] == question.listed
        assert [choices[name] for name in right] == [*question.items]
    else:
        assert kind == ("single", "float")
        assert [float(text) for text in right] == [question.answer]


class Processor:
    """The part of QTI's response processing that the items use."""

    def __init__(self, root, response):
        self.values = {"RESPONSE": response, "SCORE": 0.0}
        correct = root.findall("*/q:correctResponse/q:value", NAMESPACES)
        many = root.find("q:responseDeclaration", NAMESPACES).get("cardinality") == "ordered"
        self.correct = [v.text for v in correct] if many else correct[0].text
        for rule in root.find("q:responseProcessing", NAMESPACES):
            self.condition(rule)

    def condition(self, rule):
        assert tag(rule) == "responseCondition"
        for case in rule:
            test, statements = (None, case) if tag(case) == "responseElse" else (case[0], case[1:])
            if test is None or self.value(test):
                for statement in statements:
                    assert tag(statement) == "setOutcomeValue"
                    self.values[statement.get("identifier")] = self.value(statement[0])
                return

    def value(self, e):
        parts = [self.value(part) for part in e]
        return {
            "variable": lambda: self.values.get(e.get("identifier")),
            "correct": lambda: self.correct,
            "null": lambda: None,
            "isNull": lambda: parts[0] is None,
            "not": lambda: not parts[0],
            "match": lambda: None not in parts and parts[0] == parts[1],
            "index": lambda: parts[0][int(e.get("n")) - 1],
            "equal": lambda: abs(parts[0] - parts[1]) <= float(e.get("tolerance", 0)),
            "baseValue": lambda: float(e.text) if e.get("baseType") == "float" else e.text,
        }[tag(e)]()


def response_of(root, question, values):
    """What a platform sends for values that are chosen or typed on the page."""
    if isinstance(question, Number):
        return float(values[0])
    choices = root.iter(f"{{{qti.QTI}}}simpleChoice")
    names = {without_tags(c): c.get("identifier") for c in choices}
    response = [names[text] for text in values]
    return response if isinstance(question, Order) else response[0]


@EACH
def test_item_judges_every_answer_as_the_page_does_and_says_the_same(qti_files, page, question):
    root = item_of(qti_files, page, question)
    asked = list(answers(question))
    if isinstance(question, Order):
        *first, one, other = question.items
        why = f"Place {len(first) + 1} is wrong. {other}: {question.items[other]}"
        asked.append(([*first, other, one], False, why))
    for values, right, why in asked:
        if len(set(values)) < len(values):
            continue  # a platform moves items, so none has two places
        done = Processor(root, response_of(root, question, values)).values
        assert done["SCORE"] == right
        # It shows the modal feedback whose identifier its outcome has.
        modals = [
            modal
            for modal in root.findall("q:modalFeedback", NAMESPACES)
            if done.get(modal.get("outcomeIdentifier")) == modal.get("identifier")
        ]
        assert all(modal.get("showHide") == "show" for modal in modals)
        words = " ".join(without_tags(modal) for modal in modals)
        assert words == without_tags(ET.fromstring(f"<p>{as_html(why)}</p>"))
        if len(modals) == 1:
            assert same_html(modals[0][0], why) or isinstance(question, Order)
    assert Processor(root, None).values.get("FEEDBACK") is None
    if isinstance(question, Number):
        for far, score in [(question.tolerance * 0.999, 1), (question.tolerance * 1.001 + 1e-9, 0)]:
            assert Processor(root, question.answer + far).values["SCORE"] == score


def test_bank_has_a_category_and_a_section_for_each_template(tmp_path):
    assert main(["--page", "04", "--variants", "20", "-o", str(tmp_path)]) == 0
    counts, category = Counter(), None
    numbers = set()
    for element in ET.fromstring((tmp_path / "moodle.xml").read_bytes()):
        if element.get("type") == "category":
            category = element.findtext("category/text").removeprefix("$course$/top/rbflib/")
        else:
            counts[category] += 1
            numbers.add(element.findtext("idnumber"))
    sizes = {key: 1 + t.count(19) for key, t in TEMPLATES["04"].items()}
    drawn = {f"04 k-means/{key}": n for key, n in sizes.items() if n > 1}
    assert counts == drawn | {"04 k-means": len(sizes) - len(drawn)}
    assert len(numbers) == counts.total()
    with ZipFile(tmp_path / "qti.zip") as packed:
        test = ET.fromstring(packed.read("tests/p04.xml"))
        names = set(packed.namelist())
        assert not any(any(breaks(ET.fromstring(packed.read(name)))) for name in names)
    sections = test.findall("q:testPart/q:assessmentSection/q:assessmentSection", NAMESPACES)
    found = {}
    for section in sections:
        assert section.find("q:selection", NAMESPACES).get("select") == "1"
        items = section.findall("q:assessmentItemRef", NAMESPACES)
        assert all(IDENTIFIER.fullmatch(item.get("identifier")) for item in items)
        assert {item.get("href").replace("../", "") for item in items} <= names
        found[f"04 k-means/{section.get('identifier')}"] = len(items)
    assert found == drawn


def test_one_page_in_one_format(tmp_path, capsys):
    assert main(["--page", "2", "--format", "moodle", "-o", str(tmp_path / "a" / "b")]) == 0
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == ["moodle.xml"]
    found = read_moodle((tmp_path / "a" / "b" / "moodle.xml").read_text("utf-8"))
    assert list(found) == [("02", question.key) for question in QUIZZES["02"]]
    assert f"{len(QUIZZES['02'])} questions" in capsys.readouterr().out


def test_all_pages_in_both_formats_go_to_the_folder_quizzes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([]) == 0
    assert {path.name for path in (tmp_path / "quizzes").iterdir()} == {"moodle.xml", "qti.zip"}
    assert ZipFile(tmp_path / "quizzes" / "qti.zip").testzip() is None


def test_page_without_quiz_and_folder_in_the_way_are_said(tmp_path):
    assert "There are 00, 01" in main(["--page", "77"])
    (tmp_path / "file").touch()
    assert "Choose another with -o" in main(["-o", str(tmp_path / "file" / "x")])
