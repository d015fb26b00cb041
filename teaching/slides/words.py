"""What of a page's text goes on a slide, and what the speaker says."""

import re

HEADING = re.compile(r"(?m)^##+ (?:[\d.]+ )?(.*)$")
NOT_SHOWN = ("**Predict, then move.**", "|", "- ", "1. ", "+++")
NO_LINK = re.compile(r"(?<!!)\[([^]]*)\]\([^)]*\)")


def paragraphs(text):
    """Paragraphs without links: a slide has nowhere to go."""
    return [part.strip() for part in NO_LINK.sub(r"\1", text).split("\n\n") if part.strip()]


def sentences(paragraph):
    return re.split(r"(?:(?<=[.?!])|(?<=[.?!]\)))\s+(?=[A-Z0-9*$`\"])", " ".join(paragraph.split()))


def title_and_question(text):
    """The heading of a page, and the question in italics below it."""
    title, question = paragraphs(text)[:2]
    return title.removeprefix("# "), question.strip("*")


def prediction(text):
    """(context, question, what to do then) of a paragraph "Predict, then move."."""
    [asked] = [part for part in paragraphs(text) if part.startswith("**Predict, then move.**")]
    before, commit, after = asked.partition("Commit to an answer")
    *context, question = sentences(before.removeprefix("**Predict, then move.**").strip())
    if len(question.split()) < 3:  # "How?" alone asks nothing
        question = f"{context.pop()} {question}"
    return " ".join(context), question, commit + after


def answer(text):
    """(verdict, why, all of it) of a fold "What you should see"."""
    _, _, fold = text.partition("<summary><b>What you should see</b></summary>")
    parts = paragraphs(fold.partition("</details>")[0])
    _, verdict, why = parts[0].split("**", 2)
    return verdict, why.strip(" :,"), "\n\n".join(parts)


def heading(cell):
    """The last heading in a cell of text, without its number."""
    found = HEADING.findall(cell.source) if cell.cell_type == "markdown" else []
    return found[-1] if found else ""


def section(text):
    """(question, what matters, all of it) of the last section that begins in a text.

    What matters are the formulas, and the sentences that name a term in bold. What is folded away
    stays away.
    """
    text = re.sub(r"(?s)<details>.*?</details>", "", text)
    body = HEADING.split(text)[-1]
    parts = [part for part in paragraphs(body) if not part.startswith(NOT_SHOWN)]
    question, matters = "", []
    for part in parts:
        if part.startswith("$$"):
            matters.append(part)
            continue
        for sentence in sentences(part):
            if not question and not matters and sentence.endswith("?"):
                question = sentence
            elif "**" in sentence:
                matters.append(sentence)
    return question, matters, "\n\n".join(parts)


def to_remember(text):
    """The list below "What to remember"."""
    _, _, rest = text.partition("## What to remember\n")
    return next(part for part in paragraphs(rest) if part.startswith("- "))
