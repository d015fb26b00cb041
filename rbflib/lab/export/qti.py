"""Quizzes as a content package of QTI 2.1: an item per question, a test per page.

Of a question that comes with other numbers, too, a test selects one for each student.

Formulas are MathML: QTI has it in its schema, while LaTeX would depend on what the platform loads.
Feedback is modal, and says what the page says: after the right answer why it is right, and after a
wrong one why it is wrong; of an order, which is the first wrong place. An item gives 1 or 0 points.
"""

import io
import zipfile
from html import escape

from rbflib.lab.kit.question import Choice, Number, Order, by_template
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
    response, interaction, cases, feedback = PARTS[type(question)](question)
    # An empty answer gets no feedback.
    empty = _tag("isNull", RESPONSE), _set("FEEDBACK", "<null/>")
    right = f'<match>{RESPONSE}<correct identifier="RESPONSE"/></match>'
    if isinstance(question, Number):
        right = _near(question.answer, question)
    scored = _set("SCORE", _base("float", 1.0)) + _set("FEEDBACK", _base("identifier", "right"))
    return (
        f"{HEAD}<assessmentItem {OF_QTI} "
        f'identifier="{item_name(page, question)}" title="{title}" adaptive="false" '
        f'timeDependent="false">\n'
        f"{response}\n"
        f"{_outcome('SCORE', 'float', '<defaultValue><value>0</value></defaultValue>')}\n"
        f"{_outcome('FEEDBACK', 'identifier')}\n"
        f"{_outcome('PLACE', 'identifier') if isinstance(question, Order) else ''}\n"
        f"<itemBody>\n<p>{as_html(question.ask)}</p>\n{interaction}\n</itemBody>\n"
        f"<responseProcessing>\n{_cases([empty, (right, scored), *cases])}\n</responseProcessing>\n"
        f"{_modal('FEEDBACK', 'right', as_html(question.why))}\n{feedback}\n</assessmentItem>\n"
    )


def _choice(question):
    names = _names(question.choices)
    wrong = [
        _modal("FEEDBACK", names[text], as_html(why))
        for text, why in question.choices.items()
        if text != question.answer
    ]
    return (
        _response("single", "identifier", [names[question.answer]]),
        _listed("choiceInteraction", names, maxChoices=1),
        [("", _set("FEEDBACK", RESPONSE))],
        "\n".join(wrong),
    )


def _number(question):
    names = {**_names(question.wrong), "other": "other"}
    reasons = [*question.wrong.values(), question.otherwise]
    said = {name: _set("FEEDBACK", _base("identifier", name)) for name in names.values()}
    conditions = [*(_near(x, question) for x in question.wrong), ""]
    return (
        _response("single", "float", [repr(float(question.answer))]),
        '<p><textEntryInteraction responseIdentifier="RESPONSE" expectedLength="12"/></p>',
        [*zip(conditions, said.values(), strict=True)],
        "\n".join(
            _modal("FEEDBACK", name, as_html(why)) for name, why in zip(said, reasons, strict=True)
        ),
    )


def _order(question):
    names, cases, modals = _names(question.items), [], []
    for n, name in enumerate(names.values(), start=1):
        there = _tag("index", RESPONSE, n=n)
        is_wrong = f"<not><match>{there}{_base('identifier', name)}</match></not>"
        place = _set("PLACE", _base("identifier", f"place{n}"))
        cases.append((is_wrong, place + _set("FEEDBACK", there)))
        modals.append(_modal("PLACE", f"place{n}", f"Place {n} is wrong."))
    for text, why in question.items.items():
        said = f"{escape(text, quote=False)}: {as_html(why)}"
        modals.append(_modal("FEEDBACK", names[text], said))
    return (
        _response("ordered", "identifier", names.values()),
        _listed("orderInteraction", {text: names[text] for text in question.listed}),
        [*cases, ("", _set("FEEDBACK", "<null/>"))],
        "\n".join(modals),
    )


# Kind -> function: response, interaction, the cases of a wrong answer, and the feedback to them.
PARTS = {Choice: _choice, Number: _number, Order: _order}


def _tag(name, content="", **attributes):
    head = " ".join([name, *(f'{key}="{value}"' for key, value in attributes.items())])
    return f"<{head}/>" if content == "" else f"<{head}>{content}</{name}>"


RESPONSE = _tag("variable", identifier="RESPONSE")


def _names(texts):
    """Text -> its identifier: c1 for the first."""
    return {text: f"c{n}" for n, text in enumerate(texts, start=1)}


def _response(cardinality, kind, values):
    right = _tag("correctResponse", "".join(_tag("value", value) for value in values))
    kinds = {"cardinality": cardinality, "baseType": kind}
    return _tag("responseDeclaration", right, identifier="RESPONSE", **kinds)


def _outcome(name, kind, default=""):
    kinds = {"cardinality": "single", "baseType": kind}
    return _tag("outcomeDeclaration", default, identifier=name, **kinds)


def _set(name, value):
    return _tag("setOutcomeValue", value, identifier=name)


def _base(kind, value):
    return _tag("baseValue", value, baseType=kind)


def _cases(conditions):
    """The first condition that holds says what is set: (condition, what) each."""
    first, *others, (_, otherwise) = conditions
    cases = [_tag("responseIf", "".join(first))]
    cases += [_tag("responseElseIf", "".join(case)) for case in others]
    return _tag("responseCondition", "".join(cases) + _tag("responseElse", otherwise))


def _modal(outcome, name, content):
    shown = {"outcomeIdentifier": outcome, "showHide": "show", "identifier": name}
    return _tag("modalFeedback", f"<p>{content}</p>", **shown)


def _listed(tag, names, **more):
    choices = [
        _tag("simpleChoice", escape(text, quote=False), identifier=name)
        for text, name in names.items()
    ]
    return _tag(tag, "".join(choices), responseIdentifier="RESPONSE", shuffle="false", **more)


def _near(number, question):
    far = question.tolerance
    mode = {"toleranceMode": "absolute", "tolerance": far} if far else {"toleranceMode": "exact"}
    return _tag("equal", RESPONSE + _base("float", float(number)), **mode)


def _test_xml(page, questions):
    title, parts = page_title(page), []
    for key, alike in by_template(questions).items():
        names = [item_name(page, question) for question in alike]
        items = "\n".join(
            _tag("assessmentItemRef", identifier=name, href=f"../items/{name}.xml")
            for name in names
        )
        one_of = f'\n<selection select="1"/>\n{items}\n'
        hidden = {"identifier": key, "title": key, "visible": "false"}
        parts.append(items if len(alike) == 1 else _tag("assessmentSection", one_of, **hidden))
    items = "\n".join(parts)
    return (
        f'{HEAD}<assessmentTest {OF_QTI} identifier="p{page}" '
        f'title="{title}">\n'
        '<testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">\n'
        '<itemSessionControl showFeedback="true"/>\n'  # else none after the only attempt
        f'<assessmentSection identifier="quiz" title="{title}" visible="true">\n{items}\n'
        "</assessmentSection>\n</testPart>\n</assessmentTest>\n"
    )


def _manifest_xml(quizzes):
    resources = []
    for page, questions in quizzes.items():
        names = [item_name(page, question) for question in questions]
        needs = "".join(_tag("dependency", identifierref=name) for name in names)
        resources.append(_resource("test", f"p{page}", f"tests/p{page}.xml", needs))
        resources += [_resource("item", name, f"items/{name}.xml") for name in names]
    listed = "\n".join(resources)
    return (
        f'{HEAD}<manifest {OF_PACKAGE} identifier="rbflib-quizzes">\n'
        f"<metadata>{KIND}</metadata>\n<organizations/>\n<resources>\n{listed}\n</resources>\n</manifest>\n"
    )


def _resource(kind, name, path, needs=""):
    of_kind = {"type": f"imsqti_{kind}_xmlv2p1", "href": path}
    return _tag("resource", _tag("file", href=path) + needs, identifier=name, **of_kind)
