"""What the quizzes and exercises say is right, computed without their code.

In the folder of each page, tests/pages/<page>/independent.py holds

    QUIZ        key of a question -> function without arguments: a number, an order, or the choices
                that hold
    SEEDED      key of a question with a seed -> function of the question, which reads its text:
                the order, or method -> answer of the right method, first, and of each wrong one
    EXERCISES   name of an exercise -> function of its arguments
    CURVES      name of an exercise -> function of the places: the curve

Where a test proves already what a question asks, PROVED names that test.
"""

import re
import runpy
from pathlib import Path
from types import SimpleNamespace

from rbflib.lab.kit.template import WORDS
from rbflib.lab.pages import PAGES as NAMES


def words_in(text):
    """All numbers of a text that are written as words, in their order."""
    return [WORDS.index(w) for w in re.findall(r"[a-z]+", text.lower()) if w in WORDS]


_FILES = {
    f"{n:02d}": Path(__file__).parent / f"pages/{page.name}/independent.py"
    for n, page in enumerate(NAMES)
}
NUMBER = re.compile(r"[-−]?\d+(?:,\d{3})+|[-−]?\d+/\d+|[-−]?\d*\.?\d+")


def numbers_in(text):
    """All numbers of a text in words or LaTeX, in their order: 1/3, −2, 3,000, \\tfrac{1}{3}."""
    plain = re.sub(r"\\tfrac\{(\d+)\}\{(\d+)\}", r"\1/\2", text)
    found = (match.replace("−", "-").replace(",", "") for match in NUMBER.findall(plain))
    return [
        float(above) / float(below or 1) for above, _, below in (x.partition("/") for x in found)
    ]


PAGES = {
    n: SimpleNamespace(**{"QUIZ": {}} | runpy.run_path(str(f)))
    for n, f in _FILES.items()
    if f.exists()
}
PROVED = {
    ("01", "bias_inside"): "s1_the_bias_stands_outside_of_the_exponential",
    ("02", "equal_rows"): "f4_two_equal_samples_give_two_equal_rows_and_a_singular_matrix",
    ("02", "corner"): "f10_few_centers_and_a_large_penalty_is_the_most_regularized_corner",
    ("02", "e_in"): "f10_few_centers_and_a_large_penalty_is_the_most_regularized_corner",
    ("03", "few_samples"): "n4_few_samples_break_the_bound",
    ("03", "concentration"): "n5_curse_of_dimensionality",
    ("04", "bug"): "k4_no_half_step_raises_the_error_and_it_stops",
    ("04", "elbow"): "k7_sensitive_to_k",
    ("04", "more_starts"): "k8_four_ways_to_fail",
    ("05", "stages"): "r1_four_steps",
    ("05", "outputs"): "r4_weights_by_the_pseudo_inverse",
    ("05", "linear"): "r10_linear_in_the_weights_not_in_the_centers",
    ("05", "trap"): "r12_kmeans_spends_centers_where_the_target_is_flat",
    ("06", "pair"): "o7_the_trap_is_common_and_never_the_other_way_round",
    ("06", "twin"): "of_equal_columns_the_first_is_taken",
    ("07", "learned"): "e1_hidden_layer_is_random_and_only_the_output_is_solved",
    ("07", "zero"): "a_small_penalty_makes_the_number_of_nodes_unimportant",
    ("08", "shift"): "question_7_samples_need_no_centering_before",
    ("08", "steps"): "m2_the_map_is_the_root_of_the_eigenvalues_times_the_eigenvectors",
    ("08", "negative"): "m5_great_circle_distances_have_negative_eigenvalues",
    ("08", "learner"): "what_sees_distances_only_is_the_same_on_a_map_and_nothing_else",
}
NOTHING_TO_COMPUTE = {("00", "steps")}  # the order in which a formula is read
