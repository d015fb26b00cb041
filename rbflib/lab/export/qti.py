"""Quizzes as a content package of QTI 2.1: an item per question, a test per page.

Of a question that comes with other numbers, too, a test selects one for each student.

Formulas are MathML: QTI has it in its schema, while LaTeX would depend on what the platform loads.
Feedback is modal, and says what the page says: after the right answer why it is right, and after a
wrong one why it is wrong; of an order, which is the first wrong place. An item gives 1 or 0 points.
"""

import io
import zipfile
from functools import singledispatch
from html import escape

from rbflib.lab.kit.question import Choice, Number, Order, Question, by_template
from rbflib.lab.kit.quiz import as_html
from rbflib.lab.pages import page_title

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
XSI = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation='
SCHEMAS = "http://www.imsglobal.org/xsd/qti/qtiv2p1"
OF_QTI = f'xmlns="{QTI}"{XSI}"{QTI} {SCHEMAS}/imsqti_v2p1.xsd"'
OF_PACKAGE = f'xmlns="{PACKAGE}"{XSI}"{PACKAGE} {SCHEMAS}/qtiv2p1_imscpv1p2_v1p0.xsd"'
KIND = "<schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion>"
RIGHT, OTHER = "right", "other"  # identifiers of feedback


def package(quizzes):
    """The bytes of the zip file, the same for the same quizzes."""
    files = {}
    for page, questions in quizzes.items():
        items = {item_name(page, question): item_xml(page, question) for question in questions}
        files |= {f"items/{name}.xml": text for name, text in items.items()}
        files[f"tests/p{page}.xml"] = _test_xml(page, questions)
    files = {"imsmanifest.xml": _manifest_xml(quizzes), **files}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def item_name(page, question):
    """The identifier of an item, such as p02-equal_rows."""
    return f"p{page}-{question.key.replace(' ', '-')}"


def item_xml(page, question):
    """One question as an assessmentItem."""
    title = escape(f"{page} {question.key.replace('_', ' ')}")
    return (
        f"{HEAD}<assessmentItem {OF_QTI} "
        f'identifier="{item_name(page, question)}" title="{title}" adaptive="false" '
        f'timeDependent="false">\n'
        f"{_response(question)}\n"
        f"{_outcome('SCORE', 'float', '0')}\n"
        f"{_outcome('FEEDBACK', 'identifier')}\n"
        f"{_outcome('PLACE', 'identifier') if isinstance(question, Order) else ''}\n"
        f"<itemBody>\n<p>{as_html(question.ask)}</p>\n{_interaction(question)}\n</itemBody>\n"
        f"<responseProcessing>\n{_processing(question)}\n</responseProcessing>\n"
        f"{_feedbacks(question)}\n</assessmentItem>\n"
    )


def _outcome(name, kind, default=None):
    start = f'<outcomeDeclaration identifier="{name}" cardinality="single" baseType="{kind}"'
    if default is None:
        return f"{start}/>"
    value = f"<defaultValue><value>{default}</value></defaultValue>"
    return f"{start}>{value}</outcomeDeclaration>"


def _names(texts):
    """Text -> its identifier: c1 for the first."""
    return {text: f"c{n}" for n, text in enumerate(texts, start=1)}


def _declaration(cardinality, kind, values):
    right = "".join(f"<value>{value}</value>" for value in values)
    return (
        f'<responseDeclaration identifier="RESPONSE" cardinality="{cardinality}" '
        f'baseType="{kind}"><correctResponse>{right}</correctResponse></responseDeclaration>'
    )


def _variable(name):
    return f'<variable identifier="{name}"/>'


def _set(name, value):
    return f'<setOutcomeValue identifier="{name}">{value}</setOutcomeValue>'


def _identifier(name):
    return f'<baseValue baseType="identifier">{name}</baseValue>'


def _float(number):
    return f'<baseValue baseType="float">{number!r}</baseValue>'


SCORED = _set("SCORE", _float(1.0)) + _set("FEEDBACK", _identifier(RIGHT))


def _cases(conditions, otherwise):
    """The first condition that holds says what is set: (condition, what) each."""
    tags = ["responseIf", *["responseElseIf"] * (len(conditions) - 1)]
    cases = [
        f"<{tag}>{condition}{what}</{tag}>"
        for tag, (condition, what) in zip(tags, conditions, strict=True)
    ]
    last = f"<responseElse>{otherwise}</responseElse>"
    return f"<responseCondition>{''.join(cases)}{last}</responseCondition>"


def _unless_empty(conditions):
    """The cases of an answer; an empty one gets no feedback."""
    empty = f"<isNull>{_variable('RESPONSE')}</isNull>", _set("FEEDBACK", "<null/>")
    *first, (_, otherwise) = [empty, *conditions]
    return _cases(first, otherwise)


IS_RIGHT = f'<match>{_variable("RESPONSE")}<correct identifier="RESPONSE"/></match>'


def _modal(outcome, name, content):
    return (
        f'<modalFeedback outcomeIdentifier="{outcome}" showHide="show" identifier="{name}">'
        f"<p>{content}</p></modalFeedback>"
    )


@singledispatch
def _response(question: Question):
    raise TypeError(f"A question is a Choice, a Number or an Order, and not {question!r}.")


@_response.register
def _(question: Choice):
    return _declaration("single", "identifier", [_names(question.choices)[question.answer]])


@_response.register
def _(question: Number):
    return _declaration("single", "float", [repr(float(question.answer))])


@_response.register
def _(question: Order):
    return _declaration("ordered", "identifier", _names(question.items).values())


@singledispatch
def _interaction(question: Question):
    """What is chosen from or typed into."""


def _listed(tag, names, more=""):
    choices = [
        f'<simpleChoice identifier="{name}">{escape(text, quote=False)}</simpleChoice>'
        for text, name in names.items()
    ]
    return f'<{tag} responseIdentifier="RESPONSE" shuffle="false"{more}>{"".join(choices)}</{tag}>'


@_interaction.register
def _(question: Choice):
    return _listed("choiceInteraction", _names(question.choices), ' maxChoices="1"')


@_interaction.register
def _(question: Number):
    return '<p><textEntryInteraction responseIdentifier="RESPONSE" expectedLength="12"/></p>'


@_interaction.register
def _(question: Order):
    names = _names(question.items)
    return _listed("orderInteraction", {text: names[text] for text in question.listed})


@singledispatch
def _processing(question: Question):
    """From RESPONSE to SCORE and feedback, as the page judges."""


@_processing.register
def _(question: Choice):
    wrong = _set("FEEDBACK", _variable("RESPONSE"))
    return _unless_empty([(IS_RIGHT, SCORED), ("", wrong)])


@_processing.register
def _(question: Number):
    numbers = enumerate(question.wrong, start=1)
    wrong = [(_near(x, question), _set("FEEDBACK", _identifier(f"c{n}"))) for n, x in numbers]
    other = _set("FEEDBACK", _identifier(OTHER))
    return _unless_empty([(_near(question.answer, question), SCORED), *wrong, ("", other)])


def _near(number, question):
    mode = 'toleranceMode="exact"'
    if question.tolerance:
        mode = f'toleranceMode="absolute" tolerance="{question.tolerance!r}"'
    return f"<equal {mode}>{_variable('RESPONSE')}{_float(float(number))}</equal>"


@_processing.register
def _(question: Order):
    places = enumerate(_names(question.items).values(), start=1)
    wrong = []
    for n, name in places:
        there = f'<index n="{n}">{_variable("RESPONSE")}</index>'
        is_wrong = f"<not><match>{there}{_identifier(name)}</match></not>"
        wrong.append((is_wrong, _set("PLACE", _identifier(f"place{n}")) + _set("FEEDBACK", there)))
    return _unless_empty([(IS_RIGHT, SCORED), *wrong, ("", _set("FEEDBACK", "<null/>"))])


@singledispatch
def _feedbacks(question: Question):
    """Feedback: one element for each identifier that FEEDBACK can have."""


def _right_and_wrong(question, names, reasons):
    wrong = [_modal("FEEDBACK", names[text], as_html(why)) for text, why in reasons]
    return "\n".join([_modal("FEEDBACK", RIGHT, as_html(question.why)), *wrong])


@_feedbacks.register
def _(question: Choice):
    wrong = [(text, why) for text, why in question.choices.items() if text != question.answer]
    return _right_and_wrong(question, _names(question.choices), wrong)


@_feedbacks.register
def _(question: Number):
    other = _modal("FEEDBACK", OTHER, as_html(question.otherwise))
    return f"{_right_and_wrong(question, _names(question.wrong), question.wrong.items())}\n{other}"


@_feedbacks.register
def _(question: Order):
    names = _names(question.items)
    places = range(1, len(names) + 1)
    wrong = [_modal("PLACE", f"place{n}", f"Place {n} is wrong.") for n in places]
    items = [
        _modal("FEEDBACK", names[text], f"{escape(text, quote=False)}: {as_html(why)}")
        for text, why in question.items.items()
    ]
    return "\n".join([_modal("FEEDBACK", RIGHT, as_html(question.why)), *wrong, *items])


def _test_xml(page, questions):
    title, parts = page_title(page), []
    for key, alike in by_template(questions).items():
        names = [item_name(page, question) for question in alike]
        items = "\n".join(
            f'<assessmentItemRef identifier="{name}" href="../items/{name}.xml"/>' for name in names
        )
        parts.append(items if len(alike) == 1 else _one_of(key, items))
    items = "\n".join(parts)
    return (
        f'{HEAD}<assessmentTest {OF_QTI} identifier="p{page}" '
        f'title="{title}">\n'
        '<testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">\n'
        '<itemSessionControl showFeedback="true"/>\n'  # else none after the only attempt
        f'<assessmentSection identifier="quiz" title="{title}" visible="true">\n{items}\n'
        "</assessmentSection>\n</testPart>\n</assessmentTest>\n"
    )


def _one_of(key, items):
    return (
        f'<assessmentSection identifier="{key}" title="{key}" visible="false">\n'
        f'<selection select="1"/>\n{items}\n</assessmentSection>'
    )


def _manifest_xml(quizzes):
    resources = []
    for page, questions in quizzes.items():
        names = [item_name(page, question) for question in questions]
        needs = "".join(f'<dependency identifierref="{name}"/>' for name in names)
        resources.append(_resource("test", f"p{page}", f"tests/p{page}.xml", needs))
        resources += [_resource("item", name, f"items/{name}.xml") for name in names]
    listed = "\n".join(resources)
    return (
        f'{HEAD}<manifest {OF_PACKAGE} identifier="rbflib-quizzes">\n'
        f"<metadata>{KIND}</metadata>\n<organizations/>\n<resources>\n{listed}\n</resources>\n</manifest>\n"
    )


def _resource(kind, name, path, needs=""):
    return (
        f'<resource identifier="{name}" type="imsqti_{kind}_xmlv2p1" href="{path}">'
        f'<file href="{path}"/>{needs}</resource>'
    )
