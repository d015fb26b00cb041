"""The Chinese names of a page's terms, in its text."""

import re

from rbflib.lab.glossary import TAGS, glossary_terms

BOLD = re.compile(r"\*\*(\S[^*\n]*)\*\*")
# What is bold there is the answer, or the name of a preset.
ANSWER = re.compile(r"(?s)(<details><summary><b>What you should see</b>.*?</details>)")


def spelled(term):
    """A pattern of the term's English name; plurals count."""
    stem = re.escape(term["English"].removesuffix("y"))
    return re.compile(rf"\b{stem}(y|ies|s|es)?(?!\w)", re.IGNORECASE)


def with_terms(texts):
    """A page's texts, in which the first bold use of each term has its Chinese names.

    They are its title, for the mouse. Keys and fingers can come to it: then shared.css shows them.
    """
    unused = glossary_terms()

    def named(bold):
        term = next((term for term in unused if spelled(term).fullmatch(bold[1])), None)
        if term is None:
            return bold[0]
        unused.remove(term)
        names = " · ".join(dict.fromkeys(term[script] for script in TAGS))
        return f'**<a class="rbflib-term" tabindex="0" title="{names}">{bold[1]}</a>**'

    def with_names(text):
        parts = ANSWER.split(text)
        parts[::2] = [BOLD.sub(named, part) for part in parts[::2]]
        return "".join(parts)

    return list(map(with_names, texts))
