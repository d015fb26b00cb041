"""What of a page's text goes on a slide, and what the speaker says."""

import re
from html import escape

HEADING = re.compile(r"(?m)^##+ (?:[\d.]+ )?(.*)$")
PREDICT, FOLD = "**Predict, then move.**", "<summary><b>What you should see</b></summary>"
LISTS = ("- ", "1. ")
GOES_ON = {"It", "Its", "They", "Their", "This", "That", "These", "Such", "Of", "Or", "So", "Then"}
FOR_HANDS = re.compile(r"press \*\*|^\(?(Click|Drag|Tick)\b")
NO_LINK = re.compile(r"(?<!!)\[([^]]*)\]\([^)]*\)")


def paragraphs(text):
    """Paragraphs without links: a slide has nowhere to go."""
    return [part.strip() for part in NO_LINK.sub(r"\1", text).split("\n\n") if part.strip()]


def sentences(paragraph):
    return re.split(
        r"(?:(?<=[.?!])|(?<=[.?!]\)))\s+(?=[A-Z0-9*$`\"(])", " ".join(paragraph.split())
    )


def title_and_question(text):
    """The heading of a page, and the question in italics below it."""
    title, question = paragraphs(text)[:2]
    return title.removeprefix("# "), question.strip("*")


def prediction(text):
    """(context, question, what to do then) of a paragraph "Predict, then move."."""
    [asked] = [part for part in paragraphs(text) if part.startswith(PREDICT)]
    before, commit, after = asked.partition("Commit to an answer")
    *context, question = sentences(before.removeprefix(PREDICT).strip())
    if len(question.split()) < 3:  # "How?" alone asks nothing
        question = f"{context.pop()} {question}"
    return " ".join(context), question, commit + after


def without_hands(context):
    """A context without what only a reader can do who has the explorer."""
    return " ".join(part for part in sentences(context) if not FOR_HANDS.search(part))


def pressed(text):
    """What a text says to press to see the answer; what is then played is another state."""
    return in_bold(text) if "press **" in text and "▶" not in text else []


def answer(text):
    """(verdict, why, all of it) of a fold "What you should see".

    Where the verdict only begins a sentence, the reason has all of the sentence.
    """
    _, _, fold = text.partition(FOLD)
    parts = paragraphs(fold.partition("</details>")[0])
    _, verdict, why = parts[0].split("**", 2)
    is_whole = verdict.endswith((".", "!", "?"))
    return verdict, why.strip() if is_whole else parts[0], "\n\n".join(parts)


def heading(cell):
    """The last heading in a cell of text, without its number."""
    found = HEADING.findall(cell.source) if cell.cell_type == "markdown" else []
    return found[-1] if found else ""


def section(text):
    """(what matters, all of it) of the last section that begins in a text.

    What matters are its formulas, the sentences that name a term in bold, and its first question;
    where there are none, its table. What is folded away stays away.
    """
    text = re.sub(r"(?s)<details>.*?</details>", "", text)
    body = HEADING.split(text)[-1]
    found = [part for part in paragraphs(body) if not part.startswith(PREDICT)]
    tables = [part for part in found if part.startswith("|")]
    parts = [part for part in found if part not in tables]
    matters, latest = [], []
    for part in parts:
        if part.startswith("$$"):
            lead = latest[-2:] if latest and goes_on(latest[-1]) else latest[-1:]
            matters += [sentence for sentence in lead if sentence not in matters] + [part]
        elif part.startswith(LISTS):
            matters += [part] if matters and matters[-1].endswith(":") else []
        else:
            latest = sentences(part)
            matters += what_matters(latest, asked=bool(matters))
    return matters or tables, "\n\n".join(parts)


def what_matters(latest, asked):
    """Of the sentences of a paragraph. One that needs the sentence before it brings it along.

    A question does, unless it is drawn from all that came before: "So where …?"
    """
    taken = []
    for before, sentence in zip(["", *latest], latest, strict=False):
        is_question = sentence.endswith("?") and not asked
        if is_question or in_bold(sentence):
            if before and goes_on(sentence) != is_question and before not in taken:
                taken.append(before)
            taken.append(f"*{sentence}*" if is_question else sentence)
            asked = True
    return taken


def goes_on(sentence):
    """Does it speak of what the sentence before it names?"""
    return sentence.split()[0] in GOES_ON


def in_bold(text):
    return re.findall(r"\*\*(.+?)\*\*", text)


def as_html(summary):
    """An explorer's settings and results, typeset as below its picture."""
    text = re.sub(r"_(\w+)", r"<sub>\1</sub>", escape(summary))
    text = re.sub(r"(?<=\d)e-0*(\d+)", r" × 10<sup>−\1</sup>", text)
    return re.sub(r"(?<=\d)e\+0*(\d+)", r" × 10<sup>\1</sup>", text)


def to_remember(text):
    """The list below "What to remember"."""
    _, _, rest = text.partition("## What to remember\n")
    return next(part for part in paragraphs(rest) if part.startswith("- "))
