"""RESULTS.md: sections that different scripts write, each without touching the others'."""

import re
from pathlib import Path

RESULTS = Path(__file__).with_name("RESULTS.md")


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def sections(text):
    """Heading -> section: the first begins with #, the others with ##."""
    parts = re.split(r"^(?=##? )", text, flags=re.MULTILINE)
    return {part.splitlines()[0]: part.rstrip() + "\n" for part in parts if part.strip()}


def with_section(text, section):
    """The text with this section in place of the one of the same heading, or as a new one."""
    parts = sections(text) | sections(section)
    return "\n".join(parts[heading] for heading in sorted(parts, key=lambda h: h.startswith("##")))


def write_section(section):
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    RESULTS.write_text(with_section(text, section), encoding="utf-8")
