"""Questions and papers as single HTML files: pictures inside, formulas as MathML, for A4."""

import re
from base64 import b64encode
from functools import partial
from html import escape, unescape
from inspect import cleandoc
from itertools import groupby
from pathlib import Path

from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from rbflib.lab.kit.question_file import HEAD, joined
from rbflib.lab.pages import page_title
from teaching.exam.drawing import svg
from teaching.exam.papers import AIDS, COUNTED, MINUTES

HERE = Path(__file__).parent
LOGARITHM = re.compile(r"\\ln\s*")
# A formula stays on one line with the sign before and after it.
KEPT = re.compile(r'\(?<span class="math inline">(?:(?!</span>).)*</span>[.,;:?!)”]+')
# A minus after these signs belongs to its number.
SIGN = re.compile(
    r"(<mo[^>]*>(?:\(|&#x0(?:0028|002C|003D|2248|2265);)</mo>(?:<mspace[^>]*>)?)<mo>&#x02212;"
)
ROOM = 14  # two lines of handwriting
STYLE = (HERE / "print.css").read_text(encoding="utf-8")


def mathml(tex, options):
    """A formula as MathML, with what it lacks: bold Greek and digits, a space after ln."""
    display = "block" if options["display_mode"] else "inline"
    formula = convert(LOGARITHM.sub(r"\\,\\ln\\,", tex), display=display)
    formula = formula.replace("<mo>&#x0002F;</mo>", '<mo lspace="0" rspace="0">/</mo>')
    formula = SIGN.sub(r'\1<mo form="prefix">&#x02212;', formula)
    return re.sub(r'<(m[in]) mathvariant="bold[a-z-]*">(&#x0*3[B-C].;|\d)</m[in]>', bold, formula)


def bold(match):
    """A Greek letter or a digit as the bold character of its own that Unicode has."""
    letter = ord(unescape(match[2]))
    code = 0x1D7CE + letter - ord("0") if letter < 128 else 0x1D736 + letter - ord("α")
    return f"<{match[1]}>{chr(code)}</{match[1]}>"


MARKDOWN = MarkdownIt("commonmark").enable("table")
MARKDOWN.use(dollarmath_plugin, allow_labels=False, allow_space=False, renderer=mathml)


def html_of(text):
    """Markdown with formulas as HTML; a part that begins with a) is a paragraph of its own."""
    apart = re.sub(r"(?m)^(?=[a-d]\) )", "\n", cleandoc(text))
    return KEPT.sub(r'<span class="kept">\g<0></span>', MARKDOWN.render(apart))


def line_of(text):
    """A single paragraph, without its tags."""
    return html_of(text).strip().removeprefix("<p>").removesuffix("</p>")


def image(picture):
    """A picture that is in the file."""
    data = b64encode(svg(picture.figure()).encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(joined(picture.alt))}">'


def asked(question, label, room=0):
    """What a student reads of a question, and so many millimeters per point to write in."""
    picture = image(question.picture) if question.picture else ""
    points = f'<span class="points">{question.points} points</span>'
    head = f"<h3>{label} {points}</h3>"
    space = f'<div style="height: {room * question.points}mm"></div>'
    return f'<section class="question">{head}{html_of(question.ask)}{picture}{space}</section>'


def answered(question, label):
    """The model answer of a question, and how its points are given."""
    points = f'<span class="points">{question.points} points</span>'
    return (
        f'<section class="answer"><h3>{label} {points}</h3>{html_of(question.answer)}'
        f"{scheme('for', question.marks)}{scheme('if instead', question.partial)}</section>"
    )


def scheme(head, rows):
    """A table of points and what earns them."""
    body = "".join(f"<tr><td>{points}</td><td>{line_of(text)}</td></tr>" for points, text in rows)
    table = f'<table class="marks"><tr><th>points</th><th>{head}</th></tr>{body}</table>'
    return table if rows else ""


def bank(questions):
    """All questions with their answers, page by page."""
    parts = []
    for page, of_page in groupby(questions.values(), key=lambda question: question.page):
        parts.append(f"<h2>{page_title(page)}</h2>")
        for question in of_page:
            parts.append(asked(question, f"{question.key} · {question.kind}"))
            parts.append(answered(question, "Answer"))
    note = "All questions of the bank, with model answers and marking schemes. For teachers only."
    return whole("Exam bank", f"<p>{note}</p>{''.join(parts)}")


def tasks_of(paper, part):
    """The tasks of a paper: part(question, label) writes each of their questions."""
    written = []
    for number, (title, questions) in enumerate(paper.tasks, start=1):
        head = f"Task {number} · {title}"
        written.append(f'<h2>{head} <span class="points">{points_of(questions)} points</span></h2>')
        written += [part(q, f"{number}.{label}") for label, q in enumerate(questions, start=1)]
    return "".join(written)


def points_of(questions):
    return sum(question.points for question in questions)


def paper(paper):
    """A paper, as the students get it."""
    names = "".join(f"<td>{i}</td>" for i in range(1, len(paper.tasks) + 1))
    each = [points_of(questions) for _, questions in paper.tasks]
    points = "".join(f"<td>/ {points}</td>" for points in each)
    best = sum(sorted(each)[-COUNTED:])
    head = (
        '<table class="name"><tr><td>Name</td><td></td><td>Number</td><td></td></tr></table>'
        f"<p><b>{MINUTES} minutes, {best} points.</b> Of the {len(each)} tasks your best "
        f"{COUNTED} count. Allowed: {AIDS} "
        "Give a reason for every answer. Numbers may stay as fractions.</p>"
        f'<table class="grid"><tr><th>Task</th>{names}<th>Best {COUNTED}</th></tr>'
        f"<tr><th>Points</th>{points}<td>/ {best}</td></tr></table>"
    )
    return whole(paper.title, head + tasks_of(paper, partial(asked, room=ROOM)))


def paper_answers(paper):
    """The model answers of a paper, and its marking scheme."""
    note = (
        "Each step earns its points, also where it goes on with a number that was wrong before. "
        "“If instead” gives the points for a whole answer that is wrong in a typical way, and "
        "counts in place of the steps. "
        f"The best {COUNTED} of the {len(paper.tasks)} tasks count."
    )
    tasks = tasks_of(paper, lambda q, label: answered(q, f"{label} · {q.key}"))
    return whole(f"{paper.title}: answers and marking scheme", f"<p>{note}</p>{tasks}")


def oral():
    """The oral questions, with what a good answer contains."""
    _, *parts = HEAD.split((HERE / "oral.md").read_text(encoding="utf-8"))
    sections = (
        f'<section class="question oral"><h3>{number} · {pages}</h3>{html_of(text)}</section>'
        for number, pages, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    )
    return whole("Ten oral questions", "".join(sections))


def whole(title, body):
    """A file that needs no other."""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    text = f"<h1>{escape(title)}</h1>{body}"
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>{text}</body></html>\n'
