"""A page cut into slides: a notebook whose cells are slides, for nbconvert.

Which cells of a page become slides says their metadata, `slideshow.slide_type`: "slide" goes on to
the right, "subslide" goes down. What of them is shown depends on what they are; the rest of their
text is what the speaker says.
"""

from html import escape

import nbformat

from book.page import calls_in, predicted
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.question import LETTERS, Choice, Number
from rbflib.lab.quizzes import parts
from teaching.slides import words
from teaching.slides.pictures import (
    at_end,
    image,
    in_preset,
    picture,
    played_sliders,
    start,
    states,
)

MOST_PARTS = 6  # sentences and formulas on a slide
MOST_LETTERS = 70  # of choices in one row
MOST_STATES = 2  # of an answer


def deck(page):
    """The slides of an executed page."""
    cells = [as_cell("slide", title_slide(page.cells))]
    for number, cell in enumerate(page.cells):
        kind = cell.metadata.get("slideshow", {}).get("slide_type")
        for slide, notes in slides(page.cells, number) if kind else ():
            cells += [as_cell(kind, slide), as_cell("notes", notes)]
            kind = "subslide"  # of a cell with several slides, the others go down
    return nbformat.v4.new_notebook(cells=cells)


def as_cell(kind, text):
    metadata = {"slideshow": {"slide_type": kind}}
    return nbformat.v4.new_markdown_cell(text, metadata=metadata)


def slides(cells, number):
    """(slide, notes) of each slide that a cell becomes."""
    cell, calls = cells[number], calls_in(cells[number])
    explorers = [name for name in calls if name in EXPLORERS]
    if words.FOLD in cell.source:
        yield from answer_slides(cells, number)
    elif "## What to remember" in cell.source:
        yield f"## What to remember\n\n{words.to_remember(cell.source)}", ""
    elif cell.cell_type == "markdown":
        yield from section_slides(cells, number)
    elif "predict" in calls:
        yield question_slide(cells, number)
    elif "quiz" in calls:
        yield from quiz_slides(calls["quiz"].args[0].value)
    elif explorers:
        [name] = explorers
        yield from (state_slide(title, shown) for title, shown in states(name))
    else:
        yield f"## {heading_of(cells, number)}\n\n{shown(cell)}", ""


def title_slide(cells):
    title, question = words.title_and_question(cells[0].source)
    first = next(name for cell in cells for name in calls_in(cell) if name in EXPLORERS)
    return f"# {title}\n\n*{question}*\n\n{picture(start(first))}"


def section_slides(cells, number):
    """Heading, question, and what matters; beside a formula there is no room for the picture."""
    matters, text = words.section(cells[number].source)
    following = cells[number + 1]
    drawn = "" if calls_in(following).keys() & {"predict", *EXPLORERS} else shown(following)
    heading = f"## {heading_of(cells, number)}"
    parts = [heading, *matters[:MOST_PARTS]]
    if drawn and any(part.startswith("$$") for part in matters):
        yield "\n\n".join(parts), text
        parts, text = [heading], ""
    yield "\n\n".join([*parts, drawn]), text


def heading_of(cells, number):
    """The heading of the section that a cell belongs to."""
    return next(
        heading for cell in reversed(cells[: number + 1]) if (heading := words.heading(cell))
    )


def question_slide(cells, number):
    """A prediction: the picture, what it shows, and the choices with their letters."""
    context, question, then = words.prediction(text_before(cells, number, words.PREDICT))
    choices, about, _answer = predicted(calls_in(cells[number])["predict"])
    name = about.split()[0]
    named = of_presets(name, words.pressed(context))
    drawn = picture(in_preset(name, named[-1]) if named else start(name))
    beside = len("".join(choices)) > MOST_LETTERS
    below = f'<div class="{"columns" if beside else "rows"}">{drawn}{lettered(choices)}</div>'
    return f"## {question}\n\n{words.without_hands(context)}\n\n{below}", then


def state_slide(title, explorer):
    results = f'<p class="results">{words.as_html(explorer.summary)}</p>'
    return f"## {words.as_html(title)}\n\n{picture(explorer)}\n\n{results}", ""


def answer_slides(cells, number):
    """The right choice and its letter, above the last states that are to press or named at once.

    Each state has a slide of its own, and the first one says why.
    """
    verdict, why, text = words.answer(cells[number].source)
    _, _, then = words.prediction(text_before(cells, number, words.PREDICT))
    last = next(c for c in reversed(cells[:number]) if "predict" in calls_in(c))
    choices, about, _answer = predicted(calls_in(last)["predict"])
    name = about.split()[0]
    heading = f"## {badge(LETTERS[[*map(plain, choices)].index(plain(verdict))])} {verdict}"
    told = [preset for preset in start(name).presets if preset.lower() in verdict.lower()]
    pressed = words.pressed(words.sentences(then)[0])
    at_once = of_presets(name, [*pressed, *words.in_bold(words.sentences(why)[0]), *told])
    shown = at_once[-MOST_STATES:]
    if len(shown) < MOST_STATES:
        shown = of_presets(name, [*shown, *words.in_bold(why)])[:MOST_STATES]
    says, notes = why, text
    for preset in shown:
        says = f"{says} *Shown: {words.as_html(preset)}.*".strip()
        yield f"{heading}\n\n{says}\n\n{picture(at_end(name, preset))}", notes
        says = notes = ""
    if not shown:
        ended = picture(at_end(name)) if played_sliders(start(name)) else ""
        yield f"{heading}\n\n{why}\n\n{ended}", text


def text_before(cells, number, part):
    """The last text with this part before a cell."""
    return next(cell.source for cell in reversed(cells[:number]) if part in cell.source)


def of_presets(name, names):
    """Of these names, those of an explorer's presets, each once."""
    return [n for n in dict.fromkeys(names) if n in start(name).presets]


def quiz_slides(name):
    asked_of = parts(name)
    for n, question in enumerate(asked_of["questions"].values(), 1):
        title = f"Quiz, question {n}" if "title" in asked_of else "Another state"
        asked = f"## {title}\n\n{question.ask}\n\n{asked_and_answered(question)}"
        yield asked, f"{why_wrong(question)}\n\nRead again: {question.reread}"


def asked_and_answered(question):
    """What there is to choose from, and the answer, which comes one step later."""
    if isinstance(question, Choice):
        choices = list(question.choices)
        right = badge(LETTERS[choices.index(question.answer)])
    elif isinstance(question, Number):
        choices, right = [], f"**{question.answer:g}**".replace("-", "−")
    else:
        items = list(question.items)
        choices = [items[i] for i in question.shown]
        right = " ".join(badge(LETTERS[choices.index(item)]) for item in items)
    return f'{lettered(choices)}\n\n<div class="fragment">\n\n{right} {question.why}\n\n</div>'


def why_wrong(question):
    """What there is to say to each wrong answer, as a list."""
    if isinstance(question, Choice):
        remarks = dict(zip(LETTERS, question.choices.values(), strict=False))
    else:
        remarks = question.wrong if isinstance(question, Number) else question.items
    return "\n".join(f"- {answer}: {why}" for answer, why in remarks.items() if why)


def lettered(choices):
    items = (
        f"<li>{badge(letter)} {escape(text)}</li>"
        for letter, text in zip(LETTERS, choices, strict=False)
    )
    return f'<ul class="choices">{"".join(items)}</ul>' if choices else ""


def badge(letter):
    """A letter that looks as it does on the cards."""
    return f'<b class="letter {letter}">{letter}</b>'


def shown(cell):
    """The picture or the table that a cell shows, if it shows one."""
    for data in (output.get("data", {}) for output in cell.get("outputs", [])):
        if "image/png" in data:
            return image(data["image/png"].replace("\n", ""), "png", data["text/plain"])
        if "text/markdown" in data:
            return data["text/markdown"]
    return ""


def plain(text):
    """A text without what distinguishes a verdict from the choice that it repeats."""
    return text.strip(" .,:").lower()
