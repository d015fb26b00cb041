"""The family of the pictures and the words around them, out of Inter's Regular and SemiBold.

python figures/font.py Inter-Regular.woff2 Inter-SemiBold.woff2

Of Inter 4 (npm's inter-ui) it takes the letters that pages need. Digits that are all as wide as
each other are its only ones, so that numbers stand still. Needs fonttools and brotli.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FAMILY = "rbflib Sans"  # no name of Inter's: matplotlib would take one for a reader's own Inter
FONTS = Path(__file__).parents[1] / "rbflib/lab/kit/fonts"
LETTERS = [(0x20, 0x17F), (0x370, 0x3FF), (0x2010, 0x2044), (0x2070, 0x209C), (0x2190, 0x22FF)]
# matplotlib finds "bold" at 700, and writes of every other weight that it is missing.
FILES = {"Regular": ("Regular", 400), "SemiBold": ("Bold", 700)}


def tabular(font):
    """Letter -> glyph as wide as all other digits, after the feature tnum."""
    features = font["GSUB"].table
    wanted = {i for f in features.FeatureList.FeatureRecord if f.FeatureTag == "tnum"
              for i in f.Feature.LookupListIndex}  # fmt: skip
    pairs = {}
    for lookup in (features.LookupList.Lookup[i] for i in wanted):
        for table in lookup.SubTable:
            pairs |= getattr(getattr(table, "ExtSubTable", table), "mapping", {})
    return {letter: pairs[glyph] for letter, glyph in font.getBestCmap().items() if glyph in pairs}


def smaller(path, style, weight):
    font = TTFont(path)
    for table in font["cmap"].tables:
        table.cmap |= {letter: g for letter, g in tabular(font).items() if letter in table.cmap}
    subsetter = Subsetter(Options(layout_features=["kern"], notdef_outline=True, hinting=False))
    subsetter.populate(unicodes=[n for low, high in LETTERS for n in range(low, high + 1)])
    subsetter.subset(font)
    names = {1: FAMILY, 2: style, 4: f"{FAMILY} {style}", 6: f"rbflibSans-{style}"}
    font["name"].names = [name for name in font["name"].names if name.nameID in {0, 5, 13, 14}]
    for number, name in names.items():
        font["name"].setName(name, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    font.flavor = None
    font.save(FONTS / f"rbflib-{style}.ttf")


if __name__ == "__main__":
    for path, (style, weight) in zip(sys.argv[1:], FILES.values(), strict=True):
        smaller(path, style, weight)
