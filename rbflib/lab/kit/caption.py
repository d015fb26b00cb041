"""The caption of a picture: its settings and results in words."""

import re


def describe(settings, numbers):
    """The caption of a state: all of it in words, and apart its results and remarks.

    A number without a value is a remark.
    """
    texts = {with_minus(name): with_minus(format_number(x)) for name, x in numbers.items()}
    words = [f"{name} {text}".strip() for name, text in texts.items()]
    return {
        "words": " · ".join([with_minus(settings), *words]),
        "results": [[name, text] for name, text in texts.items() if text],
        "remarks": ". ".join(name for name, text in texts.items() if not text),
    }


def told(caught, letters):
    """Sentences on warnings: one for all letters that no font has. They are added to `letters`, a
    dict: what stands still is drawn, and warned of, once.
    """
    texts = [str(warning.message) for warning in caught]
    glyphs = [re.match(r"Glyph (\d+) ", text) for text in texts]
    letters.update({chr(int(glyph[1])): None for glyph in glyphs if glyph})
    said = [f"Note: {text}" for text, glyph in zip(texts, glyphs, strict=True) if not glyph]
    if letters:
        said.append(
            f"No font here has {', '.join([*letters][:8])}. Use Latin letters; or install a font "
            "with them, such as Noto Sans CJK, and delete the list in matplotlib.get_cachedir()"
        )
    return said


def with_minus(text):
    """The text with the minus sign of print: a hyphen is hard to see."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", text)


def format_number(value):
    """Three significant digits at most; counts as counts; rounding noise as 0."""
    if isinstance(value, str | int):
        return str(value)
    size = abs(value)
    if size < 1e-10:
        return "0"
    if size > 1e16:
        return "above 1e+16" if value > 0 else "below -1e+16"
    # A range ends where rounding leads to the next: 999.5 is 1000, which has no exponent.
    if 9.95e-4 <= size < 999.5:
        return f"{value:.3g}"
    if 999.5 <= size < 99999.5:
        return f"{value:.0f}"
    return f"{value:.1e}"
